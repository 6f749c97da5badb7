import type { WaitlistEntry } from '../../api/contract/forms.ts'
import { AGE_HEADER } from '../../api/contract/limits.ts'
import { abortAfter } from '../browser/abort-after.ts'
import { newKey } from './new-key.ts'
import { readOutbox, tidyOutbox, writeOutbox, type EntrySource, type Queued } from './outbox-storage.ts'

/** A send is given up after this long; the entry stays queued. */
const TIMEOUT_MS = 10_000

type Outcome = 'received' | 'kept' | 'refused'

/** Keys of entries that this tab is sending: none is sent twice at once. */
const underWay = new Set<string>()

/**
 * Queues an entry, so that it survives a closed tab and a lost network, and sends it. It is merged into an entry with
 * the same email that still waits: a filled field is never blanked, and a request for a demo is kept. True when the API
 * has confirmed that it is stored; never throws. `opened` is when the form was opened, in ms since 1970.
 */
export async function deliver(
  entry: WaitlistEntry,
  entrySource: EntrySource,
  opened: number,
): Promise<boolean> {
  try {
    return (await send(queue(entry, entrySource, opened))) === 'received'
  } catch (error) {
    console.warn('The entry could not be sent.', error)
    return false
  }
}

/** Sends what waits, oldest first, and drops what has waited too long. */
export async function sendQueued(): Promise<void> {
  tidyOutbox()
  for (const { key } of readOutbox()) {
    // It may have been sent, or merged into a later one, while those before it were under way.
    const item = readOutbox().find((other) => other.key === key)
    if (item) await send(item)
  }
}

/**
 * Queues an entry for a later page to send. Returns a function that removes it again, unless something has sent it
 * meanwhile; the entry that it was merged into then waits as before.
 */
export function queueUnsent(entry: WaitlistEntry, entrySource: EntrySource, opened: number): () => void {
  const before = readOutbox()
  const { key } = queue(entry, entrySource, opened)
  return () => {
    const items = readOutbox()
    const others = items.filter((item) => item.key !== key)
    if (others.length === items.length) return
    keep([...others, ...before.filter((item) => item.entry.email === entry.email)])
  }
}

function queue(entry: WaitlistEntry, { source, intent: asked }: EntrySource, opened: number): Queued {
  const items = readOutbox()
  const waiting = items.find((item) => item.entry.email === entry.email)
  const merged = waiting ? complete(waiting.entry, entry) : entry
  const intent = waiting?.intent ?? asked
  const isSame = intent === waiting?.intent && JSON.stringify(merged) === JSON.stringify(waiting?.entry)
  if (waiting && isSame) return waiting
  const item = { key: newKey(), entry: merged, source, intent, opened, at: Date.now() }
  keep([...items.filter((other) => other !== waiting), item])
  return item
}

function complete(earlier: WaitlistEntry, later: WaitlistEntry): WaitlistEntry {
  const filled = Object.entries(later).filter(([, value]) => value !== '')
  return { ...earlier, ...Object.fromEntries(filled) }
}

async function send(item: Queued): Promise<Outcome> {
  if (underWay.has(item.key)) return 'kept'
  underWay.add(item.key)
  const outcome = await post(item)
  underWay.delete(item.key)
  // Another tab may have changed the list meanwhile, so it is read again.
  if (outcome !== 'kept') keep(readOutbox().filter(({ key }) => key !== item.key))
  return outcome
}

/**
 * `keepalive` lets a send outlive the page; the key makes a repeated one count once. The form's age tells the API
 * whether the entry is older than a request to erase it.
 */
async function post({ key, entry, source, intent, opened }: Queued): Promise<Outcome> {
  const wanted = intent ? `&for=${intent}` : ''
  const age = Date.now() - opened
  try {
    const response = await fetch(`/api/waitlist?from=${source}${wanted}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        // If the clock was set back meanwhile, the age is unknown.
        ...(age >= 0 && { [AGE_HEADER]: String(age) }),
      },
      body: JSON.stringify(entry),
      keepalive: true,
      signal: abortAfter(TIMEOUT_MS),
    })
    if (response.ok) return 'received'
    console.warn(`The waitlist answered ${response.status}.`)
    return response.status === 429 || response.status >= 500 ? 'kept' : 'refused'
  } catch (error) {
    console.warn('The waitlist could not be reached.', error)
    return 'kept'
  }
}

const sendAgain = () => void sendQueued()

function keep(items: Queued[]): void {
  if (writeOutbox(items)) return
  // `startOutbox` only sees what is in local storage.
  for (const type of ['online', 'pageshow']) addEventListener(type, sendAgain)
}
