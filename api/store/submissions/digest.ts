import type { Kysely } from 'kysely'
import { DAY_MS } from '../../contract/time.ts'
import type { Tables } from '../tables/schema.ts'

/** How many posts of a day (UTC, such as 2025-10-31) were held as suspected spam. */
export interface Digest {
  kind: 'digest'
  day: string
  waitlist: number
  contact: number
}

/** Older counts are of no use, even if the server was off for longer. */
const CAUGHT_UP_DAYS = 7
const PREFIX = 'digest-'

/**
 * Queues one mail for each of the last days that had suspected spam, whichever node comes first. Unsent mails of
 * earlier days are deleted.
 */
export async function queueDigests(db: Kysely<Tables>, now: number): Promise<void> {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  await db
    .deleteFrom('outbox')
    .where('state', '=', 'due')
    .where('channel', '=', 'mail')
    .where('kind', '=', 'digest')
    .where('entry_id', '<', idOf(today - CAUGHT_UP_DAYS * DAY_MS))
    .execute()
  for (let back = 1; back <= CAUGHT_UP_DAYS; back += 1) {
    const id = idOf(today - back * DAY_MS)
    const { waitlist, contact } = await digestOf(db, id)
    if (waitlist + contact === 0) continue
    await db
      .insertInto('outbox')
      .values({
        entry_id: id,
        channel: 'mail',
        kind: 'digest',
        state: 'due',
        due_at: now,
        changed_at: now,
      })
      .onConflict((conflict) => conflict.columns(['entry_id', 'channel']).doNothing())
      .execute()
  }
}

/** Counts a day again, as erasures may have lowered the number. */
export async function digestOf(db: Kysely<Tables>, id: string): Promise<Digest> {
  const day = id.slice(PREFIX.length)
  const from = Date.parse(`${day}T00:00:00Z`)
  const count = async (table: 'waitlist' | 'contact') => {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .where('suspected', '=', 1)
      .where('created_at', '>=', from)
      .where('created_at', '<', from + DAY_MS)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }
  return { kind: 'digest', day, waitlist: await count('waitlist'), contact: await count('contact') }
}

/** Ids sort as their days do. */
function idOf(dayMs: number): string {
  return PREFIX + new Date(dayMs).toISOString().slice(0, 10)
}
