import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { againAfterConflicts } from './conflicts.ts'
import { migratePostgres } from './migrate.ts'
import { apply } from './operations.ts'
import type { Call } from './operations.ts'
import type { Tables } from './schema.ts'

const int8 = types.builtins.INT8

/** The operations on a Postgres database, which several nodes may share. Connects and migrates at first use. */
export function openPostgres(connectionString: string): { call: Call; close(): Promise<void> } {
  const pool = new Pool({
    connectionString,
    max: 8,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 10_000,
    keepAlive: true,
    // Times and counts stay below 2^53, so they can be numbers as they are in SQLite.
    types: { getTypeParser: (id, format) => (id === int8 ? Number : types.getTypeParser(id, format)) },
  })
  // A restart of the database breaks idle and busy connections; unheard, either error ends this process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  let migrated: Promise<void> | undefined

  async function ready(): Promise<void> {
    migrated ??= migratePostgres(db)
    await migrated.catch((error: unknown) => {
      migrated = undefined
      throw error
    })
  }

  const call: Call = async (name, ...args) => {
    await ready()
    return againAfterConflicts(() => apply(db, name, args))
  }
  return { call, close: () => db.destroy() }
}
