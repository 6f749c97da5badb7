import type { WaitlistEntry } from '../../api/contract/forms.ts'
import type { Source } from '../../api/contract/limits.ts'
import { OUTBOX_KEY } from './outbox-key.ts'

/** An entry that the API has not answered yet. */
export interface Queued {
  /** Idempotency key: the same for every try. */
  key: string
  entry: WaitlistEntry
  source: Source
  /** When its form was opened and when it was queued, in ms since 1970. */
  opened: number
  at: number
}

const LONGEST_WAIT = 30 * 24 * 60 * 60 * 1000

/** Stands in where the browser refuses local storage: the entry then lives as long as the page. */
let fallback: Queued[] = []

/** What waits to be sent, without what has waited over 30 days. */
export function readOutbox(): Queued[] {
  return stored().filter(({ at }) => Date.now() - at < LONGEST_WAIT)
}

export function writeOutbox(items: Queued[]): void {
  try {
    if (items.length === 0) localStorage.removeItem(OUTBOX_KEY)
    else localStorage.setItem(OUTBOX_KEY, JSON.stringify(items))
    fallback = []
  } catch (error) {
    fallback = items
    console.warn('The browser refuses to keep the entry beyond this page.', error)
  }
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
