import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Compilable,
} from 'kysely'
import path from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { OperationalError } from '../../contract/operational-error.ts'
import type { Database } from './database.ts'
import { openOrSetAside } from './sqlite-file.ts'
import { kyselyOn } from './sqlite.ts'

/** One migration of a file's tables. Never edited once it was released, as existing files have been through it. */
export type LocalMigration = (db: Kysely<unknown>) => readonly Compilable[]

/**
 * A SQLite file of this server alone. Its queries run in the calling thread, as they are rare and small. It is opened
 * when first used, and again with each use if that fails: a damaged file is set aside, and its tables are migrated.
 * SQLite's `user_version` counts the migrations that it has been through.
 */
export function localDatabase<Tables>(
  file: string,
  migrations: readonly LocalMigration[],
  onDamage: (message: string) => void,
): Database<Tables> & {
  /** Opens it now. @throws OperationalError when it was written by a newer version; else what SQLite says */
  open: () => void
} {
  let opened: Kysely<Tables> | undefined

  function open(): Kysely<Tables> {
    return (opened ??= kyselyOn<Tables>(
      openOrSetAside(file, (database) => migrate(database, file, migrations), onDamage),
    ))
  }
  return {
    open,
    query: async (work) => work(open()),
    transaction: async (work) => open().transaction().execute(work),
    close: async () => {
      await opened?.destroy()
      opened = undefined
    },
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
  // Nothing is written if nothing is missing, as a start must not need space on the disk.
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
