import type { Database } from './database.ts'
import { migratePostgres } from './migrate.ts'
import { againAfterConflicts, connectPostgres, onceReady } from './postgres.ts'
import type { SharedTables } from './shared-schema.ts'

/** A PostgreSQL database that nodes share. Connects and brings its tables up to date at first use. */
export function sharedDatabase(connectionString: string): Database<SharedTables> {
  const db = connectPostgres<SharedTables>(connectionString, 4)
  const ready = onceReady(() => migratePostgres(db))
  return {
    query: async (work) => {
      await ready()
      return work(db)
    },
    transaction: async (work) => {
      await ready()
      return againAfterConflicts(() => db.transaction().execute(work))
    },
    close: () => db.destroy(),
  }
}
