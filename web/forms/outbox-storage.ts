import type { WaitlistEntry } from '../../api/contract/forms.ts'
import type { Intent, Source } from '../../api/contract/limits.ts'
import { OUTBOX_KEY } from './outbox-start.ts'

/** Which control asked for an entry, and its intent, where that is more than a place on the waitlist. */
export interface EntrySource {
  source: Source
  intent: Extra | undefined
}

type Extra = Exclude<Intent, 'waitlist'>

/** An entry that the API has not answered yet. */
export interface Queued {
  /** Idempotency key: the same for every try. */
  key: string
  entry: WaitlistEntry
  source: Source
  intent?: Extra | undefined
  /** When its form was opened and when it was queued, in ms since 1970. */
  opened: number
  at: number
}

/** What the API has not answered for 30 days is dropped. */
const MAX_WAIT_MS = 30 * 24 * 60 * 60 * 1000

/** Stands in where the browser refuses local storage: the entry then lives as long as the page. */
let fallback: Queued[] = []

/** The entries that wait to be sent, without those that have waited for over 30 days. */
export function readOutbox(): Queued[] {
  return stored().filter(({ at }) => Date.now() - at < MAX_WAIT_MS)
}

/** Keeps `items` beyond this page. False where the browser refuses to. */
export function writeOutbox(items: Queued[]): boolean {
  try {
    if (items.length === 0) localStorage.removeItem(OUTBOX_KEY)
    else localStorage.setItem(OUTBOX_KEY, JSON.stringify(items))
    fallback = []
    return true
  } catch (error) {
    fallback = items
    console.warn('The browser refuses to keep the entry beyond this page.', error)
    return false
  }
}

/** Removes the entries that have waited too long. */
export function tidyOutbox(): void {
  const waiting = readOutbox()
  if (waiting.length < stored().length) writeOutbox(waiting)
}

function stored(): Queued[] {
  try {
    const items: unknown = JSON.parse(localStorage.getItem(OUTBOX_KEY) ?? '[]')
    return Array.isArray(items) ? [...items.filter(isQueued), ...fallback] : fallback
  } catch {
    return fallback
  }
}

function isQueued(value: unknown): value is Queued {
  const item = value as Partial<Queued> | null
  return (
    typeof item?.key === 'string' &&
    typeof item.opened === 'number' &&
    typeof item.at === 'number' &&
    typeof item.source === 'string' &&
    typeof item.entry?.email === 'string'
  )
}
