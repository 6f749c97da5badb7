import { sql, type Kysely, type OnConflictBuilder, type RawBuilder, type Transaction } from 'kysely'
import type { Channel, DeliveryState } from '../../contract/submissions.ts'
import { DAY_MS } from '../../contract/time.ts'
import { databaseNow } from '../database/leases.ts'
import type { Tables } from '../tables/schema.ts'
import { digestOf, type Digest } from './digest.ts'
import { contactById, waitlistById, type StoredContact, type StoredWaitlist } from './stored-submissions.ts'
import { weeklyOf, type Weekly } from './weekly.ts'

/**
 * One delivery, with all that its message needs. `attempt` counts from 1. An entry is an update for a channel that took
 * it before, and new for one that never did, however often it was changed or tried.
 */
export type Delivery = {
  /** A mail about many submissions has an id of its own, such as `digest-2025-10-31`. */
  submissionId: string
  channel: Channel
  revision: number
  attempt: number
} & (
  | { kind: 'waitlist'; submission: StoredWaitlist; isUpdate: boolean }
  | { kind: 'contact'; submission: StoredContact }
  | Digest
  | Weekly
)

/** How an attempt ended; `error` names a cause without personal data. */
export type Settlement = { submissionId: string; channel: Channel; revision: number } & (
  | { state: 'done' }
  | { state: 'due'; waitMs: number; error: string }
  | { state: 'dead'; error: string }
)

/** A submission that is new, or has changed since it was delivered. */
export interface ChangedSubmission {
  submissionId: string
  kind: 'waitlist' | 'contact'
  suspected: boolean
  at: number
}

export const CHANNELS: readonly Channel[] = ['mail', 'crm']

/**
 * Queues submissions for delivery on every channel; those for a channel that is not configured wait. Suspected spam is
 * held for a person.
 */
export async function queueDeliveries(
  trx: Transaction<Tables>,
  submissions: readonly ChangedSubmission[],
): Promise<void> {
  if (submissions.length === 0) return
  const rows = submissions
    .toSorted((a, b) => (a.submissionId < b.submissionId ? -1 : 1))
    .flatMap(({ submissionId, kind, suspected, at }) =>
      CHANNELS.map((channel) => ({
        entry_id: submissionId,
        channel,
        kind,
        state: suspected ? ('held' as const) : ('due' as const),
        due_at: at,
        changed_at: at,
      })),
    )
  await trx.insertInto('outbox').values(rows).onConflict(deliverAgain).execute()
}

/** A submission that changed starts again under its next revision. */
export function deliverAgain(conflict: OnConflictBuilder<Tables, 'outbox'>) {
  return conflict.columns(['entry_id', 'channel']).doUpdateSet({
    revision: sql`outbox.revision + 1`,
    state: sql`excluded.state`,
    attempts: 0,
    due_at: sql`excluded.due_at`,
    claimed_until: 0,
    changed_at: sql`excluded.changed_at`,
    last_error: '',
  })
}

/** Further ahead than any back-off: only a wrong clock writes such a time. */
const ABSURD_MS = DAY_MS

/** A time `ms` after `now`. Without `now`, it is by PostgreSQL's clock, as those of nodes differ. */
function ahead(now: number | undefined, ms: number): RawBuilder<number> {
  return now === undefined ? sql<number>`(${databaseNow} + ${sql.lit(ms)})` : sql<number>`${now + ms}`
}

interface Claim {
  /** Left out where nodes share the database. */
  now?: number | undefined
  leaseMs: number
  limit: number
  channels: Channel[]
}

/**
 * Claims due rows for this process until `now + leaseMs`: if it dies, another process gets them after that. The
 * condition is in both selects, as two nodes may pick the same rows before either has written. A row that was never
 * tried is due whatever its time, as the clock of the node that stored it may have been wrong.
 */
export async function claimDue(
  db: Kysely<Tables>,
  { now, leaseMs, limit, channels }: Claim,
): Promise<Delivery[]> {
  if (channels.length === 0) return []
  const [at, absurd] = [ahead(now, 0), ahead(now, ABSURD_MS)]
  const free = sql<boolean>`state = 'due' and channel in (${sql.join(channels)})
    and (attempts = 0 or due_at <= ${at} or due_at > ${absurd})
    and (claimed_until <= ${at} or claimed_until > ${absurd})`
  const rows = await db
    .updateTable('outbox')
    .set({ claimed_until: ahead(now, leaseMs), attempts: sql`attempts + 1` })
    .where(
      sql<boolean>`(entry_id, channel) in
        (select entry_id, channel from outbox where ${free} order by due_at limit ${limit})`,
    )
    .where(free)
    .returning(['entry_id', 'channel', 'kind', 'revision', 'attempts', 'arrived'])
    .execute()

  const waitlist = await waitlistById(db, idsOf(rows, 'waitlist'))
  const contact = await contactById(db, idsOf(rows, 'contact'))
  const deliveries: Delivery[] = []
  for (const { entry_id: submissionId, channel, kind, revision, attempts: attempt, arrived } of rows) {
    const common = { submissionId, channel, revision, attempt }
    const joined = waitlist.get(submissionId)
    const message = contact.get(submissionId)
    if (kind === 'digest') deliveries.push({ ...common, ...(await digestOf(db, submissionId)) })
    if (kind === 'weekly') deliveries.push({ ...common, ...(await weeklyOf(db, submissionId)) })
    if (joined) deliveries.push({ ...common, kind: 'waitlist', submission: joined, isUpdate: arrived === 1 })
    if (message) deliveries.push({ ...common, kind: 'contact', submission: message })
  }
  return deliveries
}

function idsOf(rows: readonly { kind: string; entry_id: string }[], kind: string): string[] {
  return rows.filter((row) => row.kind === kind).map((row) => row.entry_id)
}

/**
 * Stores how attempts ended. If a submission changed meanwhile, that only says that an older revision has arrived.
 * @param now left out where nodes share the database
 */
export async function settle(
  db: Kysely<Tables>,
  settlements: readonly Settlement[],
  now?: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const settlement of settlements) {
      const row = trx
        .updateTable('outbox')
        .where('entry_id', '=', settlement.submissionId)
        .where('channel', '=', settlement.channel)
      await row
        .set({
          state: settlement.state,
          claimed_until: 0,
          attempted_at: ahead(now, 0),
          last_error: settlement.state === 'done' ? '' : settlement.error,
          ...(settlement.state === 'due' && { due_at: ahead(now, settlement.waitMs) }),
        })
        .where('revision', '=', settlement.revision)
        // A node that stood still may learn so late that its attempt failed that another has delivered meanwhile.
        .$if(settlement.state !== 'done', (failed) => failed.where('state', '=', 'due'))
        .execute()
      if (settlement.state === 'done') await row.set({ arrived: 1 }).execute()
    }
  })
}

/** Releases all claims, after a start of the only process that uses the store. */
export async function releaseClaims(db: Kysely<Tables>): Promise<void> {
  await db.updateTable('outbox').set({ claimed_until: 0 }).where('claimed_until', '>', 0).execute()
}

/** Which deliveries to repeat: those of a submission, or dead ones; on one channel or on all. */
export interface Again {
  submissionId?: string | undefined
  channel?: Channel | undefined
  /** Also those that were delivered, which the receiver gets a second time. */
  delivered?: boolean
  /** Only those that were given up. */
  dead?: boolean
}

/** Queues deliveries again; those that may have arrived get a new revision. Returns how many. */
export async function redeliver(
  db: Kysely<Tables>,
  { submissionId, channel, delivered = false, dead = false }: Again,
  now: number,
): Promise<number> {
  let query = db
    .updateTable('outbox')
    .set({ state: 'due', attempts: 0, due_at: now, claimed_until: 0, changed_at: now, last_error: '' })
  // Under the old revision, the receiver would drop it as a repeat, and an attempt under way would count for it.
  if (delivered) query = query.set({ revision: sql`revision + 1` })
  if (submissionId !== undefined) query = query.where('entry_id', '=', submissionId)
  if (channel !== undefined) query = query.where('channel', '=', channel)
  if (!delivered) query = query.where('state', '<>', 'done')
  if (dead) query = query.where('state', '=', 'dead')
  const { numUpdatedRows } = await query.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deliveries that were given up, the latest first. */
export async function deadDeliveries(
  db: Kysely<Tables>,
): Promise<{ submissionId: string; channel: Channel; attempts: number; error: string }[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['entry_id as submissionId', 'channel', 'attempts', 'last_error as error'])
    .where('state', '=', 'dead')
    .orderBy('changed_at', 'desc')
    .limit(1_000)
    .execute()
  return rows
}

/** Rows by channel and state, and when the oldest undelivered one was last changed. */
export async function outboxStats(
  db: Kysely<Tables>,
): Promise<{ channel: Channel; state: DeliveryState; count: number; oldest: number }[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['channel', 'state', fn.countAll().as('count'), fn.min('changed_at').as('oldest')])
    .where('state', '<>', 'done')
    .groupBy(['channel', 'state'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}
