import { sql, type QueryExecutorProvider } from 'kysely'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { DATA_FILES } from '../contract/data-files.ts'
import { isOperational, messageOf, OperationalError } from '../contract/operational-error.ts'
import { inWords, MINUTE_MS } from '../contract/time.ts'
import { contentIdIn } from '../store/content-id.ts'
import { adviceOn } from '../store/database/faults.ts'
import { databaseNow } from '../store/database/leases.ts'
import { connectPostgres } from '../store/database/postgres.ts'
import { isDamage, isTooFullToRead } from '../store/database/sqlite-codes.ts'
import { openMissingPathFile } from '../store/missing-paths.ts'
import { openPublishFile } from '../store/publishing/publish-store.ts'
import { openPreviewFile } from '../store/shares.ts'
import { migrations } from '../store/tables/migrations.ts'
import { sharedMigrations } from '../store/tables/shared-migrations.ts'
import { DATABASE } from './archive.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

const NEWER =
  'was written by a newer version of this program: update the program, or bring back a backup of this one'
const BUSY_MS = 10_000

/**
 * Checks every SQLite file of a data folder, even while a server writes there. It reads the whole of each file, as a
 * start does.
 * @returns what is well, in words
 * @throws OperationalError with a sentence for each file that would keep a server from its work
 */
export async function checkFiles(dataDir: string): Promise<string> {
  const names = (await readdir(dataDir)).filter((name) => DATABASE.test(name))
  if (names.length === 0) return 'the first start makes them.'
  const known = await inTemporaryFolder('doctor-', knownVersions)
  const faults = names.flatMap((name) => faultOf(path.join(dataDir, name), known.get(name)) ?? [])
  if (faults.length > 0) throw new OperationalError(faults)
  return `${names.join(', ')}: whole, and of no newer version.`
}

/**
 * How many migrations a new file has, by its name. Those of the content lake are left out: another check asks the lake.
 */
async function knownVersions(folder: string): Promise<Map<string, number>> {
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

function faultOf(file: string, knownVersion = Number.MAX_SAFE_INTEGER): string | undefined {
  try {
    using database = openAsItIs(file)
    const verdict = database.prepare('pragma quick_check(1)').get()?.['quick_check']
    // The line before names the database.
    if (verdict !== 'ok') return damaged(file, String(verdict).replace(/^.*\n/u, ''))
    const isNewer =
      versionOf(database) > knownVersion ||
      (path.basename(file) === DATA_FILES.submissions &&
        unknown(migrationsOf(database), migrations).length > 0)
    return isNewer ? `${file} ${NEWER}.` : undefined
  } catch (error) {
    if (isDamage(error)) return damaged(file, messageOf(error))
    if (isTooFullToRead(error)) return `${file} can't be read, as its disk is full: free some space.`
    return `${file} can't be read (${messageOf(error)}): run this as the user of the server.`
  }
}

function damaged(file: string, reason: string): string {
  return `${file} is damaged (${reason}): stop the server, and npm run restore -- FILE --replace brings back a backup.`
}

/**
 * SQLite leaves files beside a database that it reads, unless it is told that nobody writes to it. Without a `-wal`, no
 * server has it open.
 */
function openAsItIs(file: string): DatabaseSync {
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

function unknown(names: readonly string[], known: object): string[] {
  return names.filter((name) => !Object.hasOwn(known, name))
}

/** Nodes a minute apart are no trouble to anybody. */
const MAX_CLOCK_MS = MINUTE_MS

interface PostgresState {
  /** By the database's clock, in ms since 1970. */
  now: number
  version: string
  isReadOnly: boolean
  mayCreate: boolean
  isUsed: boolean
}

/**
 * Checks whether a server could store posts in a PostgreSQL database, and knows its tables.
 * @returns what is well, in words
 * @throws OperationalError with what is not, and what to do
 */
export async function checkPostgres(url: string): Promise<string> {
  const db = connectPostgres(url)
  try {
    // Both a standby and a database that was set to read-only say so.
    const { rows } = await sql<PostgresState>`select current_setting('server_version') as version,
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreate",
      ${databaseNow} as now,
      to_regclass('kysely_migration') is not null as "isUsed"`.execute(db)
    const here = Date.now()
    const { version = '', isReadOnly, mayCreate, isUsed, now = here } = rows[0] ?? {}
    const ran = isUsed
      ? await sql<{ name: string }>`select name from kysely_migration`.execute(db)
      : { rows: [] }
    const names = ran.rows.map(({ name }) => name)
    const known = { ...migrations, ...sharedMigrations }
    if (isReadOnly)
      refuse('the database takes no writes, as a standby does not: name the one in DATABASE_URL that does.')
    const newer = unknown(names, known)
    if (newer.length > 0) refuse(`the database ${NEWER}, into another database (it has ${newer.join(', ')}).`)
    if (!mayCreate && names.length < Object.keys(known).length)
      refuse(
        'the user of DATABASE_URL may not make tables there: as the owner of the database, grant create on its schema to that user.',
      )
    const aheadMs = now - here
    if (Math.abs(aheadMs) > MAX_CLOCK_MS)
      refuse(
        `its clock is ${inWords(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine’s: have both set by the network (timedatectl set-ntp true), as links and sessions end by the clock of the server that is asked.`,
      )
    return `PostgreSQL ${version} answers.`
  } catch (error) {
    if (isOperational(error)) throw error
    const advice = adviceOn(error) ?? 'posts would be refused'
    return refuse(`the database does not answer (${messageOf(error)}): ${advice}.`)
  } finally {
    await db.destroy()
  }
}
