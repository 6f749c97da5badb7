import { bringRecords } from './copy-records.ts'
import type { Database } from './database.ts'
import { migratePostgres } from './migrate.ts'
import { againAfterConflicts, connectPostgres, onceReady } from './postgres.ts'
import type { SharedTables } from './shared-schema.ts'

/**
 * A PostgreSQL database that nodes share. Connects and brings its tables up to date at first use, and what this
 * server kept in `dataDir` while it had none.
 */
export function sharedDatabase(connectionString: string, dataDir: string): Database<SharedTables> {
  const db = connectPostgres<SharedTables>(connectionString, 4)
  const ready = onceReady(async () => {
    await migratePostgres(db)
    await againAfterConflicts(() => db.transaction().execute((trx) => bringRecords(dataDir, trx)))
  })
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
