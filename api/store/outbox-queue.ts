import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Channel, Tables } from './schema.ts'

/** An entry that is new, or different from what was delivered. */
export interface Changed {
  entryId: string
  kind: 'waitlist' | 'contact'
  suspected: boolean
  at: number
}

const channels: readonly Channel[] = ['mail', 'crm']

/**
 * Notes that entries are to be delivered, on every channel: one that is not configured yet waits here.
 * A changed entry starts again under its next revision; suspected spam is held for a person.
 */
export async function queueDeliveries(trx: Transaction<Tables>, entries: readonly Changed[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries
    .toSorted((a, b) => (a.entryId < b.entryId ? -1 : 1))
    .flatMap(({ entryId, kind, suspected, at }) =>
      channels.map((channel) => ({
        entry_id: entryId,
        channel,
        kind,
        state: suspected ? ('held' as const) : ('due' as const),
        due_at: at,
        changed_at: at,
      })),
    )
  await trx
    .insertInto('outbox')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['entry_id', 'channel']).doUpdateSet({
        revision: sql`outbox.revision + 1`,
        state: sql`excluded.state`,
        attempts: 0,
        due_at: sql`excluded.due_at`,
        claimed_until: 0,
        changed_at: sql`excluded.changed_at`,
        last_error: '',
      }),
    )
    .execute()
}
