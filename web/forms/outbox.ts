import type { WaitlistEntry } from '../../api/contract/forms.ts'
import type { Source } from '../../api/contract/limits.ts'
import { readOutbox, writeOutbox, type Queued } from './outbox-store.ts'

/** A send is given up after this long, in ms; the entry stays queued. */
const TIMEOUT = 10_000

type Outcome = 'received' | 'kept' | 'refused'

/** Keys of sends under way in this tab: nothing is sent twice at once. */
const underWay = new Set<string>()

/**
 * Queues an entry, so that it survives a closed tab and a lost network, and sends it. An entry with
 * the same email that still waits is completed: a filled field is never blanked. True when the API
 * has answered that it is stored; never throws. `opened` is when the form was, in ms since 1970.
 */
export async function deliver(entry: WaitlistEntry, source: Source, opened: number): Promise<boolean> {
  return (await send(queue(entry, source, opened))) === 'received'
}

/** Sends whatever waits, oldest first. */
export async function sendQueued(): Promise<void> {
  for (const item of readOutbox()) await send(item)
}

function queue(entry: WaitlistEntry, source: Source, opened: number): Queued {
  const items = readOutbox()
  const waiting = items.find((item) => item.entry.email === entry.email)
  const merged = waiting ? complete(waiting.entry, entry) : entry
  if (waiting && JSON.stringify(merged) === JSON.stringify(waiting.entry)) return waiting
  const item = { key: crypto.randomUUID(), entry: merged, source, opened, at: Date.now() }
  writeOutbox([...items.filter((other) => other !== waiting), item])
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
  if (outcome !== 'kept') writeOutbox(readOutbox().filter(({ key }) => key !== item.key))
  return outcome
}

/**
 * `keepalive` lets a send outlive the page; the key makes a repeated one count once. The form's age
 * tells the API whether the entry is older than a wish to be erased.
 */
async function post({ key, entry, source, opened }: Queued): Promise<Outcome> {
  try {
    const response = await fetch(`/api/waitlist?from=${source}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ ...entry, age: Date.now() - opened }),
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT),
    })
    if (response.ok) return 'received'
    console.warn(`The waitlist answered ${response.status}.`)
    return response.status === 429 || response.status >= 500 ? 'kept' : 'refused'
  } catch (error) {
    console.warn('The waitlist could not be reached.', error)
    return 'kept'
  }
}
