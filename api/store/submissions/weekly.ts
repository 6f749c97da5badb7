import type { Kysely } from 'kysely'
import type { SubmissionCounts } from '../../contract/submissions.ts'
import { DAY_MS } from '../../contract/time.ts'
import type { Tables } from '../tables/schema.ts'
import { countSubmissions } from './count-submissions.ts'

/** What came in within a week in UTC that begins on that Monday, such as 2025-10-27. */
export interface Weekly {
  kind: 'weekly'
  monday: string
  counts: SubmissionCounts
}

const WEEK_MS = 7 * DAY_MS
/** The first Monday after 1970 began. */
const FIRST_MONDAY_MS = 4 * DAY_MS
const PREFIX = 'weekly-'

/**
 * Queues one mail about the last whole week, whichever node comes first. The first week is the one in which this is
 * first called.
 */
export async function queueWeekly(db: Kysely<Tables>, now: number): Promise<void> {
  const thisMonday = now - ((now - FIRST_MONDAY_MS) % WEEK_MS)
  if (thisMonday < (await switchedOnAt(db, now))) return
  const monday = new Date(thisMonday - WEEK_MS).toISOString().slice(0, 10)
  await db
    .insertInto('outbox')
    .values({
      entry_id: PREFIX + monday,
      channel: 'mail',
      kind: 'weekly',
      state: 'due',
      due_at: now,
      changed_at: now,
    })
    .onConflict((conflict) => conflict.columns(['entry_id', 'channel']).doNothing())
    .execute()
}

/** Counts the week again, as erasures may have lowered the numbers. */
export async function weeklyOf(db: Kysely<Tables>, id: string): Promise<Weekly> {
  const monday = id.slice(PREFIX.length)
  const from = Date.parse(`${monday}T00:00:00Z`)
  return { kind: 'weekly', monday, counts: await countSubmissions(db, { from, until: from + WEEK_MS }) }
}

/** When weekly mails were switched on, in ms. */
async function switchedOnAt(db: Kysely<Tables>, now: number): Promise<number> {
  await db
    .insertInto('settings')
    .values({ name: 'weekly-since', value: String(now) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = db.selectFrom('settings').select('value').where('name', '=', 'weekly-since')
  return Number((await row.executeTakeFirstOrThrow()).value)
}
