import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { SharedTables } from './shared-schema.ts'

/** The database's clock in ms: those of nodes differ. */
export const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Takes the lease where it is free or over, and keeps it for its holder. Returns whether this node has it. */
export async function takeLease(
  db: Kysely<SharedTables>,
  { node, leaseMs }: { node: string; leaseMs: number },
): Promise<boolean> {
  const until = sql<number>`${databaseNow} + ${sql.lit(leaseMs)}`
  const taken = await db
    .insertInto('leases')
    .values({ name: 'publisher', holder: node, until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder: node, until })
        .where((eb) => eb.or([eb('leases.holder', '=', node), eb('leases.until', '<', databaseNow)])),
    )
    .returning('holder')
    .executeTakeFirst()
  return taken !== undefined
}

/** Gives the lease up, so that another node need not wait for its end. */
export async function giveLeaseUp(db: Kysely<SharedTables>, node: string): Promise<void> {
  await db.deleteFrom('leases').where('holder', '=', node).execute()
}

/** Whether this node has the lease, which nobody takes or gives up until the transaction ends. */
export async function lockLease(trx: Kysely<SharedTables>, node: string): Promise<boolean> {
  const row = await trx
    .selectFrom('leases')
    .select((eb) => ['holder', eb('until', '>', databaseNow).as('holds')])
    .where('name', '=', 'publisher')
    .forUpdate()
    .executeTakeFirst()
  return row?.holder === node && Boolean(row.holds)
}
