import { sql, type Kysely } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration, type MigrationResultSet } from 'kysely/migration'
import { OperationalError } from '../../contract/operational-error.ts'
import { migrations } from '../tables/migrations.ts'
import type { Tables } from '../tables/schema.ts'
import { sharedMigrations } from '../tables/shared-migrations.ts'
import { connectPostgres } from './postgres.ts'

type Migrations = Readonly<Record<string, Migration>>

const shared: Migrations = { ...migrations, ...sharedMigrations }

/**
 * Brings the tables up to date; Kysely itself takes an advisory lock on Postgres.
 * @throws OperationalError if a newer version of this program did so
 */
export async function migratePostgres<Some>(db: Kysely<Some>, connectionString: string): Promise<void> {
  if (!(await isBehind(db, shared, 'The database of DATABASE_URL'))) return
  // A migration of millions of rows, or the wait for another node's, takes longer than a query may.
  const patient = connectPostgres(connectionString, 1, 0)
  try {
    await patient.connection().execute(async (connection) => {
      await sql`set statement_timeout = 0`.execute(connection)
      check(await migrator(connection, shared).migrateToLatest())
    })
  } finally {
    await patient.destroy()
  }
}

/**
 * Brings the tables up to date. Kysely takes no lock on SQLite, and several processes (a server and a command) may open
 * a new file at once: so all is one transaction that begins with the write lock.
 * @param name of the file
 * @throws OperationalError if a newer version of this program did so
 */
export async function migrateSqlite(db: Kysely<Tables>, name: string): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection)
    try {
      if (await isBehind(connection, migrations, name))
        check(await migrator(connection, migrations).migrateToLatest({ disableTransactions: true }))
      await sql`commit`.execute(connection)
    } catch (error) {
      await sql`rollback`.execute(connection).catch(() => undefined)
      throw error
    }
  })
}

/**
 * Whether a database has not been through all migrations.
 * @throws OperationalError if it has been through others
 */
async function isBehind<Some>(db: Kysely<Some>, known: Migrations, place: string): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return true
  const done = sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`
  const { rows } = await done.execute(db)
  if (rows.some(({ name }) => !Object.hasOwn(known, name)))
    throw new OperationalError(`${place} was written by a newer version of this program: update the program.`)
  return rows.length < Object.keys(known).length
}

function migrator<Some>(db: Kysely<Some>, known: Migrations): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(known) } })
}

function check({ error }: MigrationResultSet): void {
  if (error !== undefined) throw error
}
