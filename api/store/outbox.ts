import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { digestOf } from './digest.ts'
import type { Digest } from './digest.ts'
import { contactById, waitlistById } from './entries.ts'
import type { StoredContact, StoredWaitlist } from './entries.ts'
import type { Channel, OutboxState, Tables } from './schema.ts'

/** One thing to deliver, with all that its message needs. `attempt` counts from 1. */
export type Delivery = {
  id: string
  entryId: string
  channel: Channel
  revision: number
  attempt: number
} & ({ kind: 'waitlist'; entry: StoredWaitlist } | { kind: 'contact'; entry: StoredContact } | Digest)

/** How an attempt ended; `error` names a cause without personal data. */
export type Settlement = { id: string; revision: number } & (
  | { state: 'done' }
  | { state: 'due'; dueAt: number; error: string }
  | { state: 'dead'; error: string }
)

/** Further ahead than any backoff: a time that a wrong clock wrote. */
const absurdMs = 24 * 3_600_000

/**
 * Takes rows that are due for this process alone, until `now + leaseMs`; who dies meanwhile loses them to another.
 * The condition stands in both selects, as two nodes may pick the same rows before either has written.
 */
export async function claimDue(
  db: Kysely<Tables>,
  { now, leaseMs, limit, channels }: { now: number; leaseMs: number; limit: number; channels: Channel[] },
): Promise<Delivery[]> {
  if (channels.length === 0) return []
  const free = sql<boolean>`state = 'due' and channel in (${sql.join(channels)})
    and (due_at <= ${now} or due_at > ${now + absurdMs})
    and (claimed_until <= ${now} or claimed_until > ${now + absurdMs})`
  const rows = await db
    .updateTable('outbox')
    .set({ claimed_until: now + leaseMs, attempts: sql`attempts + 1` })
    .where('id', 'in', (query) =>
      query.selectFrom('outbox').select('id').where(free).orderBy('due_at').limit(limit),
    )
    .where(free)
    .returning(['id', 'kind', 'entry_id', 'channel', 'revision', 'attempts'])
    .execute()

  const waitlist = await waitlistById(db, idsOf(rows, 'waitlist'))
  const contact = await contactById(db, idsOf(rows, 'contact'))
  const deliveries: Delivery[] = []
  for (const { id, kind, entry_id: entryId, channel, revision, attempts: attempt } of rows) {
    const common = { id, entryId, channel, revision, attempt }
    const joined = waitlist.get(entryId)
    const message = contact.get(entryId)
    if (kind === 'digest') deliveries.push({ ...common, ...(await digestOf(db, entryId)) })
    if (joined) deliveries.push({ ...common, kind: 'waitlist', entry: joined })
    if (message) deliveries.push({ ...common, kind: 'contact', entry: message })
  }
  return deliveries
}

function idsOf(rows: readonly { kind: string; entry_id: string }[], kind: string): string[] {
  return rows.filter((row) => row.kind === kind).map((row) => row.entry_id)
}

/** Writes how attempts ended. One whose entry changed meanwhile says nothing about the new revision. */
export async function settle(db: Kysely<Tables>, settlements: readonly Settlement[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const settlement of settlements) {
      await trx
        .updateTable('outbox')
        .set({
          state: settlement.state,
          claimed_until: 0,
          last_error: settlement.state === 'done' ? '' : settlement.error,
          ...(settlement.state === 'due' && { due_at: settlement.dueAt }),
        })
        .where('id', '=', settlement.id)
        .where('revision', '=', settlement.revision)
        .execute()
    }
  })
}

/** Gives up all claims: right after a start, where no other process shares the store. */
export async function releaseClaims(db: Kysely<Tables>): Promise<void> {
  await db.updateTable('outbox').set({ claimed_until: 0 }).where('claimed_until', '>', 0).execute()
}

/** Puts dead, held or done deliveries of an entry (or one outbox row) back to the start. Returns how many. */
export async function redeliver(db: Kysely<Tables>, id: string, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: 'due', attempts: 0, due_at: now, claimed_until: 0, changed_at: now, last_error: '' })
    .where((where) => where.or([where('id', '=', id), where('entry_id', '=', id)]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deliveries that were given up, the latest first. */
export async function deadDeliveries(
  db: Kysely<Tables>,
): Promise<{ id: string; entryId: string; channel: Channel; attempts: number; error: string }[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'entry_id as entryId', 'channel', 'attempts', 'last_error as error'])
    .where('state', '=', 'dead')
    .orderBy('changed_at', 'desc')
    .limit(1_000)
    .execute()
  return rows
}

/** Rows by channel and state, and when the oldest that should be on its way was last changed. */
export async function outboxStats(
  db: Kysely<Tables>,
): Promise<{ channel: Channel; state: OutboxState; count: number; oldest: number }[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['channel', 'state', fn.countAll().as('count'), fn.min('changed_at').as('oldest')])
    .where('state', '<>', 'done')
    .groupBy(['channel', 'state'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}
