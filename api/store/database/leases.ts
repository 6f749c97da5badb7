import { sql, type Kysely } from 'kysely'
import type { SharedTables } from '../tables/shared-schema.ts'

/** The database's clock in ms, as those of nodes differ. */
export const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** What one node holds at a time: the right to publish, the place of who would do so next, or what is published. */
export type LeaseName = SharedTables['leases']['name']

/** Takes a lease that is free or expired, or extends it for its holder. Returns whether this node has it. */
export async function takeLease(
  db: Kysely<SharedTables>,
  name: LeaseName,
  { node, leaseMs }: { node: string; leaseMs: number },
): Promise<boolean> {
  const until = sql<number>`${databaseNow} + ${sql.lit(leaseMs)}`
  const taken = await db
    .insertInto('leases')
    .values({ name, holder: node, until })
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

/** Gives a lease up, so that another node need not wait for its end. */
export async function giveLeaseUp(db: Kysely<SharedTables>, name: LeaseName, node: string): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', node).execute()
}

/** Whether a node other than this one has a lease. */
export async function hasOtherHolder(
  db: Kysely<SharedTables>,
  name: LeaseName,
  node: string,
): Promise<boolean> {
  const other = await db
    .selectFrom('leases')
    .select('holder')
    .where('name', '=', name)
    .where('holder', '!=', node)
    .where('until', '>', databaseNow)
    .executeTakeFirst()
  return other !== undefined
}

/** Whether this node may publish releases, and nobody else until the transaction ends. */
export async function lockLease(trx: Kysely<SharedTables>, node: string): Promise<boolean> {
  const row = await trx
    .selectFrom('leases')
    .select((eb) => ['holder', eb('until', '>', databaseNow).as('holds')])
    .where('name', '=', 'publisher')
    .forUpdate()
    .executeTakeFirst()
  return row?.holder === node && Boolean(row.holds)
}
