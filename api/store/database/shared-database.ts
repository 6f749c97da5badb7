import { errorCode, messageOf, OperationalError } from '../../contract/operational-error.ts'
import { bringRecords } from '../copy-records.ts'
import type { SharedTables } from '../tables/shared-schema.ts'
import type { Database } from './database.ts'
import { adviceOn, isReadOnly, isRefusal, saidBy } from './faults.ts'
import { databaseNow } from './leases.ts'
import { migratePostgres } from './migrate.ts'
import { againAfterConflicts, connectPostgres, onceReady } from './postgres.ts'

/**
 * A PostgreSQL database that nodes share. The first use connects, brings the tables up to date, and copies what this
 * server kept in `dataDir` before. Calls reject with an OperationalError while the database does not answer, or takes
 * no changes.
 */
export function sharedDatabase(connectionString: string, dataDir: string): Database<SharedTables> {
  const db = connectPostgres<SharedTables>(connectionString, 4)
  const ready = onceReady(async () => {
    await migratePostgres(db, connectionString)
    await againAfterConflicts(() => db.transaction().execute((trx) => bringRecords(dataDir, trx)))
  })

  async function ask<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      await ready()
      return await work()
    } catch (error) {
      if (isRefusal(error))
        throw new OperationalError(
          `The database refuses this server (${messageOf(error)}): check user, password and name in DATABASE_URL.`,
          { cause: error },
        )
      if (isReadOnly(error))
        throw new OperationalError(
          'The database takes no changes (it is read-only): check that DATABASE_URL leads to the primary.',
          { cause: error },
        )
      if (!isAway(error)) throw error
      const said = adviceOn(error) === undefined ? 'does not answer.' : saidBy(error)
      throw new OperationalError(`The database ${said}`, { cause: error })
    }
  }
  return {
    query: (work) => ask(() => work(db)),
    clock: databaseNow,
    transaction: (work) => ask(() => againAfterConflicts(() => db.transaction().execute(work))),
    close: () => db.destroy(),
  }
}

/** Broken connections, and Postgres' classes of errors that say it lacks resources, starts or stops. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error) ?? ''
  if (/^(?:08|53|57|58)...$/u.test(code) || /^E[A-Z]+$/u.test(code)) return true
  return code === '' && /connection|timeout/iu.test(error.message)
}
