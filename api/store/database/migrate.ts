import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { MigrationResultSet } from 'kysely/migration'
import { migrations } from '../tables/migrations.ts'
import type { Tables } from '../tables/schema.ts'
import { sharedMigrations } from '../tables/shared-migrations.ts'

const local = { getMigrations: () => Promise.resolve(migrations) }
const shared = { getMigrations: () => Promise.resolve({ ...migrations, ...sharedMigrations }) }

/** Brings the tables up to date; Kysely itself takes an advisory lock on Postgres. */
export async function migratePostgres<Some>(db: Kysely<Some>): Promise<void> {
  check(await new Migrator({ db, provider: shared }).migrateToLatest())
}

/**
 * Brings the tables up to date. Kysely takes no lock on SQLite, where several processes (a server and a
 * command) may start on a new file at once: one transaction that begins with the write lock is ours.
 */
export async function migrateSqlite(db: Kysely<Tables>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection)
    try {
      check(
        await new Migrator({ db: connection, provider: local }).migrateToLatest({
          disableTransactions: true,
        }),
      )
      await sql`commit`.execute(connection)
    } catch (error) {
      await sql`rollback`.execute(connection).catch(() => undefined)
      throw error
    }
  })
}

function check({ error }: MigrationResultSet): void {
  if (error !== undefined) throw error
}
