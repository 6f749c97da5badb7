import { sql, type QueryExecutorProvider } from 'kysely'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { DATA_FILES } from '../contract/data-files.ts'
import { OperationalError } from '../contract/operational-error.ts'
import { contentIdIn } from '../store/content-id.ts'
import { openMissingPathFile } from '../store/missing-paths.ts'
import { openPublishFile } from '../store/publishing/publish-store.ts'
import { openPreviewFile } from '../store/shares.ts'
import { migrations } from '../store/tables/migrations.ts'
import { DATABASE } from './archive.ts'

const BUSY_MS = 10_000

/** How many migrations a file has been through, by its name. */
export type Versions = Map<string, number>

/** What this version makes of new files in an empty folder. Those of the content lake are left out: it knows its own. */
export async function knownVersions(folder: string): Promise<Versions> {
  for (const open of [openPublishFile, openPreviewFile, openMissingPathFile]) {
    const { query, close } = open(folder, refuse)
    // The file is made when it is first used.
    await query((db: QueryExecutorProvider) => sql`select 1`.execute(db))
    await close()
  }
  await contentIdIn(folder)
  const versions = new Map<string, number>()
  for (const name of (await readdir(folder)).filter((one) => DATABASE.test(one))) {
    using database = openAsItIs(path.join(folder, name))
    versions.set(name, versionOf(database))
  }
  return versions
}

function refuse(message: string): never {
  throw new OperationalError(message)
}

/** Whether a newer version of this program wrote a file of this name. */
export function isNewer(database: DatabaseSync, name: string, known: Versions): boolean {
  return (
    versionOf(database) > (known.get(name) ?? Number.MAX_SAFE_INTEGER) ||
    (name === DATA_FILES.submissions && unknown(migrationsOf(database), migrations).length > 0)
  )
}

/**
 * SQLite leaves files beside a database that it reads, unless it is told that nobody writes to it. Without a `-wal`, no
 * server has it open.
 */
export function openAsItIs(file: string): DatabaseSync {
  const url = pathToFileURL(file)
  if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1')
  return new DatabaseSync(url, { readOnly: true, timeout: BUSY_MS })
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()?.['user_version'])
}

function migrationsOf(database: DatabaseSync): string[] {
  const isUsed = database.prepare(`select 1 from sqlite_master where name = 'kysely_migration'`).get()
  if (!isUsed) return []
  return database
    .prepare('select name from kysely_migration')
    .all()
    .map(({ name }) => String(name))
}

/** Those of these migrations that this version does not have. */
export function unknown(names: readonly string[], known: object): string[] {
  return names.filter((name) => !Object.hasOwn(known, name))
}
