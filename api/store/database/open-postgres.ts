import type { Kysely } from 'kysely'
import { apply, type Call } from '../operations.ts'
import type { Tables } from '../tables/schema.ts'
import { migratePostgres } from './migrate.ts'
import { againAfterConflicts, connectPostgres, onceReady } from './postgres.ts'

/**
 * The operations on a Postgres database, which several nodes may share. Connects and migrates at first use.
 * @param most connections at once
 * @param prepare what else is to be done before anything is asked
 */
export function openPostgres(
  connectionString: string,
  { most, prepare }: { most?: number; prepare?: (db: Kysely<Tables>) => Promise<void> } = {},
): { call: Call; close(): Promise<void> } {
  const db = connectPostgres(connectionString, most)
  const ready = onceReady(async () => {
    await migratePostgres(db, connectionString)
    await prepare?.(db)
  })

  const call: Call = async (name, ...args) => {
    await ready()
    return againAfterConflicts(() => apply(db, name, args))
  }
  return { call, close: () => db.destroy() }
}
