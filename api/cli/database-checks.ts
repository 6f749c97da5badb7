import { sql } from 'kysely'
import { constants } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { isOperational, messageOf, OperationalError } from '../contract/operational-error.ts'
import { inWords, MINUTE_MS } from '../contract/time.ts'
import { isOwnHost } from '../http/client-address.ts'
import { adviceOn } from '../store/database/faults.ts'
import { databaseNow } from '../store/database/leases.ts'
import { connectPostgres } from '../store/database/postgres.ts'
import { isDamage, isTooFullToRead } from '../store/database/sqlite-codes.ts'
import { migrations } from '../store/tables/migrations.ts'
import { sharedMigrations } from '../store/tables/shared-migrations.ts'
import { DATABASE } from './archive.ts'
import { lacks } from './folder-checks.ts'
import { inTemporaryFolder } from './temporary-folder.ts'
import { isNewer, knownVersions, openAsItIs, unknown, type Versions } from './versions.ts'

const NEWER =
  'was written by a newer version of this program: update the program, or bring back a backup of this one'

const GIVE = 'run this as the user of the server, or give the file to that user (chown)'

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
  const faults = names.flatMap((name) => faultOf(path.join(dataDir, name), known) ?? [])
  if (faults.length > 0) throw new OperationalError(faults)
  return `${names.join(', ')}: whole, and of no newer version.`
}

function refuse(message: string): never {
  throw new OperationalError(message)
}

function faultOf(file: string, known: Versions): string | undefined {
  try {
    using database = openAsItIs(file)
    const verdict = database.prepare('pragma quick_check(1)').get()?.['quick_check']
    // The line before names the database.
    if (verdict !== 'ok') return damaged(file, String(verdict).replace(/^.*\n/u, ''))
    const code = lacks(file, constants.W_OK)
    if (code !== undefined) return `${file} can't be written to (${code}): ${GIVE}.`
    return isNewer(database, path.basename(file), known) ? `${file} ${NEWER}.` : undefined
  } catch (error) {
    if (isDamage(error)) return damaged(file, messageOf(error))
    if (isTooFullToRead(error)) return `${file} can't be read, as its disk is full: free some space.`
    return `${file} can't be read (${messageOf(error)}): ${GIVE}.`
  }
}

function damaged(file: string, reason: string): string {
  return `${file} is damaged (${reason}): stop the server, and npm run restore -- FILE --replace brings back a backup.`
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
    const advice = isReadable(url)
      ? ', unencrypted: on a network of others, end DATABASE_URL in ?sslmode=verify-full'
      : ''
    return `PostgreSQL ${version} answers${advice}.`
  } catch (error) {
    if (isOperational(error)) throw error
    const advice = adviceOn(error) ?? 'posts would be refused'
    return refuse(`the database does not answer (${messageOf(error)}): ${advice}.`)
  } finally {
    await db.destroy()
  }
}

/** Whether what goes to the database leaves this machine unencrypted, though no setting asks for that. */
function isReadable(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  // A socket of this machine is named by its folder, or not at all.
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const isHere = host === '' || host.startsWith('/') || isOwnHost(host)
  return !isHere && !searchParams.has('sslmode') && !searchParams.has('ssl')
}
