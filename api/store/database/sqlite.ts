import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import path from 'node:path'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Tables } from '../tables/schema.ts'
import { migrateSqlite } from './migrate.ts'
import { openFile } from './sqlite-file.ts'

/**
 * Opens a SQLite file, or makes it. FULL makes a commit outlive a power cut; anything less is for the test that shows
 * the difference.
 * @throws OperationalError when it was written by a newer version; else what SQLite says, about a damaged file as well
 */
export async function openSqlite(file: string, synchronous: 'full' | 'normal'): Promise<Kysely<Tables>> {
  const database = openFile(file, synchronous)
  try {
    const db = kyselyOn<Tables>(database)
    await migrateSqlite(db, path.basename(file))
    return db
  } catch (error) {
    if (database.isOpen) database.close()
    throw error
  }
}

/** Queries on an opened file, which is closed with them. */
export function kyselyOn<Some>(database: DatabaseSync): Kysely<Some> {
  return new Kysely<Some>({ dialect: new SqliteDialect({ database: adapt(database) }) })
}

/** Kysely's dialect expects better-sqlite3: this adds what Node's driver lacks of it. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      // On a full disk SQLite rolls back by itself, and the error of a second rollback would hide the cause.
      if (sql === 'rollback' && !database.isTransaction) return nothing
      const known = statements.get(sql)
      if (known) return known
      // Multi-row inserts have another text for each size of a batch, so the cache is bounded.
      if (statements.size >= 200) statements.clear()
      // A deferred transaction that reads before it writes fails if another process wrote in between.
      const made = adaptStatement(database.prepare(sql === 'begin' ? 'begin immediate' : sql))
      statements.set(sql, made)
      return made
    },
  }
}

const nothing: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  }
}

function values(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number') return value
    if (value instanceof Uint8Array) return value
    throw new TypeError(`A ${typeof value} can't be a parameter of a query.`)
  })
}
