import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Compilable } from 'kysely'
import path from 'node:path'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { OperationalError } from '../contract/operational-error.ts'
import { openOrSetAside } from './sqlite-file.ts'

/** One step of a file's tables, written once and never edited: files out there have been through it. */
export type LocalMigration = (db: Kysely<unknown>) => readonly Compilable[]

/**
 * Kysely's queries on a SQLite file of this server alone, each on disk when it returns. They run in the thread that
 * asks: they are rare and small, and a publish must not go on before they are written.
 */
export interface LocalDatabase<Tables> {
  /** Builds queries, and runs none. */
  db: Kysely<Tables>
  all: <Row>(query: Compilable<Row>) => Row[]
  first: <Row>(query: Compilable<Row>) => Row | undefined
  /** Returns how many rows were written. */
  run: (query: Compilable) => number
  /** Does the work as one transaction: all of it is on disk when this returns, or none of it when it throws. */
  transaction: (work: () => void) => void
  close: () => void
}

/**
 * Opens a file that can be made anew, as `openOrSetAside` does, and brings its tables up to date. SQLite's
 * `user_version` counts the migrations it has been through.
 * @throws OperationalError when it was written by a newer version; else what SQLite says
 */
export function openLocal<Tables>(
  file: string,
  migrations: readonly LocalMigration[],
  onDamage: (message: string) => void,
): LocalDatabase<Tables> {
  const db = newBuilder()
  const database = openOrSetAside(file, (opened) => migrate(opened, file, migrations), onDamage)
  const statements = new Map<string, StatementSync>()

  function prepare(query: Compilable): [StatementSync, SQLInputValue[]] {
    const { sql, parameters } = query.compile()
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return [statement, parameters as SQLInputValue[]]
  }
  function all<Row>(query: Compilable<Row>): Row[] {
    const [statement, parameters] = prepare(query)
    return statement.all(...parameters) as Row[]
  }
  return {
    db: db as Kysely<Tables>,
    all,
    first: (query) => all(query)[0],
    run: (query) => {
      const [statement, parameters] = prepare(query)
      return Number(statement.run(...parameters).changes)
    },
    transaction: (work) => inTransaction(database, work),
    close: () => database.close(),
  }
}

function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('begin immediate')
  try {
    work()
    database.exec('commit')
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

function migrate(database: DatabaseSync, file: string, migrations: readonly LocalMigration[]): void {
  const version = Number(database.prepare('pragma user_version').get()?.['user_version'])
  if (version > migrations.length)
    throw new OperationalError(
      `${path.basename(file)} was written by a newer version of this program: update the program.`,
    )
  // Nothing is written where nothing is missing: a start must not need space on the disk.
  if (version === migrations.length) return
  inTransaction(database, () => {
    for (const query of migrations.slice(version).flatMap((step) => step(newBuilder()))) {
      const { sql, parameters } = query.compile()
      database.prepare(sql).run(...(parameters as SQLInputValue[]))
    }
    database.exec(`pragma user_version = ${migrations.length}`)
  })
}

/** @see https://kysely.dev/docs/recipes/splitting-query-building-and-execution */
function newBuilder(): Kysely<unknown> {
  return new Kysely<unknown>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}
