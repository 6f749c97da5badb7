import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import type { RunFailure } from '../../contract/content-error.ts'
import { databaseNow } from '../database/leases.ts'
import type { SharedTables } from '../tables/shared-schema.ts'
import type { ServedRelease } from './release-files.ts'

/** What nodes know of each other's publishes. */
export interface NodeState {
  /** Which release visitors get; none before the first. */
  served: ServedRelease | undefined
  /** The release that the site is pinned to, if it is. */
  pinned: string | undefined
  /** What the node that publishes releases last failed at, if it did. */
  failure: RunFailure | undefined
  /** The node that publishes releases; none if no lease is in force. */
  publisher: string | undefined
  /** Ids of the publishes that wait. They may be stored out of order. */
  pendingHooks: number[]
}

const servedRelease = z.object({ id: z.string(), version: z.number(), build: z.string() })

/** Reads what all nodes know, in three statements. */
export async function readNodeState(db: Kysely<SharedTables>): Promise<NodeState> {
  const settings = await db.selectFrom('publish_settings').selectAll().execute()
  const hooks = await db.selectFrom('hooks').select('id').where('pending', '=', 1).execute()
  const lease = await db
    .selectFrom('leases')
    .select('holder')
    .where('name', '=', 'publisher')
    .where('until', '>', databaseNow)
    .executeTakeFirst()
  const values = new Map(settings.map(({ key, value }) => [key, value]))
  const served = values.get('served')
  const failure = values.get('failure')
  return {
    served: served === undefined ? undefined : servedRelease.parse(JSON.parse(served)),
    pinned: values.get('pinned'),
    failure: failure === undefined ? undefined : (JSON.parse(failure) as RunFailure),
    publisher: lease?.holder,
    pendingHooks: hooks.map(({ id }) => id),
  }
}

/** Stores what a publish failed at, for editors at other nodes. */
export async function sayFailure(db: Kysely<SharedTables>, failure: RunFailure | undefined): Promise<void> {
  if (failure === undefined) {
    await db.deleteFrom('publish_settings').where('key', '=', 'failure').execute()
    return
  }
  await db
    .insertInto('publish_settings')
    .values({ key: 'failure', value: JSON.stringify(failure) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: sql`excluded.value` }))
    .execute()
}
