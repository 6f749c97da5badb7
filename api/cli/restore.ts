import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { extract } from 'tar'
import { acquireLock, type FolderSetting } from '../../studio/lake/lock.ts'
import { DATA_FILES } from '../contract/data-files.ts'
import { diskFaultOf } from '../contract/disk-fault.ts'
import { errorCode, isOperational, messageOf, OperationalError } from '../contract/operational-error.ts'
import { toPostgres } from '../store/copy-records.ts'
import { BESIDE, DATA, DATABASE, RELEASES, SITE, type BackupManifest } from './archive.ts'
import { loadSettings, readArguments, refuseRoot, runMain } from './command.ts'
import { verifyArchive } from './verify-archive.ts'

const USAGE = `Usage: npm run restore -- FILE [--replace]

Brings back what a backup holds into DATA_DIR, DIST_DIR and, where it is set, the database of DATABASE_URL, after it
was verified file by file. The server must not run, and that database must be empty: nothing there is moved aside.

  --replace   where DATA_DIR or DIST_DIR holds something already: it is moved aside`

const PEOPLE =
  'Those who edit are as they were then. Everybody signs in again, with another link: revoke first who was revoked since.'

const SHARES =
  'Links to drafts that were shared before lead nowhere, as some may have been withdrawn since: share them anew.'

/** A folder of the server, and the part of an archive that goes there. */
interface Place {
  setting: FolderSetting
  folder: string
  /** Below the folder, so on its disk: from here files are renamed into place, which needs no space. */
  stage: string
  part: string
  /**
   * Whether the archive brings a file of this name. One that is there already is moved aside, as it would be read as
   * well.
   */
  isOurs: (name: string) => boolean
}

async function main(): Promise<number> {
  const options = { replace: { type: 'boolean', default: false } } as const
  const { words, values } = readArguments({ usage: USAGE, options, words: 1 })
  const [file] = words
  if (file === undefined) throw new OperationalError(`Name the archive.\n\n${USAGE}`)
  if (!existsSync(file)) throw new OperationalError(`There is no file ${file}.`)
  const env = loadSettings()
  const data = placeOf(
    'DATA_DIR',
    env.DATA_DIR,
    DATA,
    (name) => name === 'assets' || DATABASE.test(name) || BESIDE.test(name),
  )
  const site = placeOf(
    'DIST_DIR',
    env.DIST_DIR,
    SITE,
    (name) => name === 'site' || RELEASES.some((one) => one === name),
  )
  for (const { folder, setting } of [data, site]) refuseRoot(folder, setting)
  using locks = new DisposableStack()
  for (const place of [data, site]) locks.use(take(place))
  const there = await contentsOf([data, site])
  if (!values.replace) refuse(there)
  try {
    const { manifest, hasPeople, hadShares } = await prepare(file, data, site)
    const records = path.join(data.stage, DATA)
    if (env.DATABASE_URL !== undefined)
      for (const name of await toPostgres(records, env.DATABASE_URL)) await rm(path.join(records, name))
    await finish(there, [data, site], manifest.release)
    console.info(`The backup of ${manifest.madeAt} is back: ${Object.keys(manifest.files).length} files.`)
    if (hasPeople) console.info(PEOPLE)
    if (hadShares) console.info(SHARES)
    return 0
  } finally {
    for (const { stage } of [data, site]) await rm(stage, { recursive: true, force: true })
  }
}

function placeOf(setting: FolderSetting, dir: string, part: string, isOurs: Place['isOurs']): Place {
  const folder = path.resolve(dir)
  return { setting, folder, stage: path.join(folder, '.restore'), part, isOurs }
}

/** @throws OperationalError if a server runs on the folder */
function take({ folder, setting }: Place): Disposable {
  const lock = acquireLock(folder, setting)
  if (!lock.ok) throw new OperationalError(lock.sentence)
  return { [Symbol.dispose]: () => lock.release() }
}

interface Contents extends Place {
  held: string[]
}

/** The places that hold something, and what. */
async function contentsOf(places: readonly Place[]): Promise<Contents[]> {
  const found = await Promise.all(
    places.map(async (place) => ({ ...place, held: (await readdir(place.folder)).filter(place.isOurs) })),
  )
  return found.filter(({ held }) => held.length > 0)
}

/** @throws OperationalError if anything is there */
function refuse([first]: readonly Contents[]): void {
  if (first)
    throw new OperationalError(
      `${first.setting} ${first.folder} holds ${first.held.join(', ')} already: set it to another folder, or add --replace to move that aside. Nothing was restored.`,
    )
}

interface Prepared {
  manifest: BackupManifest
  /** Whether it holds people who edit. */
  hasPeople: boolean
  /** Whether it held share links, which no longer work. */
  hadShares: boolean
}

/**
 * Brings what the archive holds to the disks that it is for, under names that nothing reads: where one is full, neither
 * folder nor database was changed.
 * @throws OperationalError if the file is no archive, or damaged, or a disk does not take it
 */
async function prepare(file: string, data: Place, site: Place): Promise<Prepared> {
  let at: Place = site
  try {
    for (at of [data, site]) {
      // A restore that was cut off left its stage behind: the lock says that none is under way.
      await rm(at.stage, { recursive: true, force: true })
      await mkdir(at.stage, { mode: 0o700 })
    }
    at = data
    unpack(file, data.stage)
    const manifest = await verifyArchive(data.stage, file)
    const records = path.join(data.stage, DATA)
    const hasPeople = endSessions(records)
    const hadShares = (emptyTables(path.join(records, DATA_FILES.previews), ['shares']) ?? 0) > 0
    at = site
    await move(path.join(data.stage, SITE), path.join(site.stage, SITE))
    return { manifest, hasPeople, hadShares }
  } catch (error) {
    if (isOperational(error)) throw error
    const fault = diskFaultOf(error)
    const reason =
      fault === undefined
        ? messageOf(error)
        : `the disk of ${at.folder} ${fault}, or set ${at.setting} to a folder on another one.`
    throw new OperationalError(`Nothing was restored: ${reason}`, { cause: error })
  }
}

/** What tar, gzip and the system say of a file that is no archive, or not all of one. */
const NO_ARCHIVE = /^(?:TAR_|Z_|EISDIR$)/u

/** Synchronous, as tar 7.5 otherwise goes on writing after it has failed. */
function unpack(file: string, to: string): void {
  try {
    extract({ sync: true, file, cwd: to, strict: true, filter: (_, entry) => isPlain(entry) })
  } catch (error) {
    if (!NO_ARCHIVE.test(errorCode(error) ?? '')) throw error
    throw new OperationalError(
      `${file} is no archive, or only a part of one (${messageOf(error)}): copy it here once more, or take another backup. Nothing was restored.`,
      { cause: error },
    )
  }
}

/**
 * Ends all sessions and links: somebody who was revoked after the backup could sign in again with those that it holds.
 * @returns whether anybody edits there
 */
function endSessions(folder: string): boolean {
  // The sessions of those who signed in with LAKE_TOKEN.
  emptyTables(path.join(folder, DATA_FILES.content), ['sessions'])
  const submissions = path.join(folder, DATA_FILES.submissions)
  if (emptyTables(submissions, ['person_sessions', 'sign_in_links']) === undefined) return false
  using database = new DatabaseSync(submissions, { readOnly: true })
  return database.prepare('select 1 from people limit 1').get() !== undefined
}

/** @returns how many rows there were; nothing for backups of earlier versions without the file, or the tables in it */
function emptyTables(file: string, [first = '', ...rest]: readonly string[]): number | undefined {
  if (!existsSync(file)) return undefined
  using database = new DatabaseSync(file)
  const known = database.prepare('select 1 from sqlite_master where name = ?').get(first)
  if (known === undefined) return undefined
  return [first, ...rest].reduce(
    (count, table) => count + Number(database.prepare(`delete from ${table}`).run().changes),
    0,
  )
}

/** @throws OperationalError if a folder does not let go of what it holds: by now the database has its part */
async function finish(
  there: readonly Contents[],
  places: readonly [Place, Place],
  release: string | undefined,
): Promise<void> {
  try {
    await moveAside(there)
    for (const place of places) await bring(place)
    const [, { folder }] = places
    if (release !== undefined && existsSync(path.join(folder, 'releases', release)))
      await symlink(path.join('releases', release), path.join(folder, 'site'))
  } catch (error) {
    throw new OperationalError(
      `Only a part was restored (${messageOf(error)}): mend that and restore again, with --replace and, where DATABASE_URL is set, into another empty database.`,
      { cause: error },
    )
  }
}

async function moveAside(places: readonly Contents[]): Promise<void> {
  for (const { folder, held } of places) {
    const aside = path.join(folder, `before-restore-${new Date().toISOString().replaceAll(/[:.]/gu, '-')}`)
    await mkdir(aside, { mode: 0o700 })
    for (const name of held) await rename(path.join(folder, name), path.join(aside, name))
    console.info(`What was in ${folder} is in ${aside}.`)
  }
}

function isPlain(entry: object): boolean {
  return 'type' in entry && ['File', 'Link', 'Directory'].includes(String(entry.type))
}

async function bring({ folder, stage, part, isOurs }: Place): Promise<void> {
  for (const name of (await readdir(path.join(stage, part))).filter(isOurs)) {
    if (BESIDE.test(name)) continue
    // The log of another file of that name would be read into this one.
    for (const end of ['-wal', '-shm', '-journal']) await rm(path.join(folder, name + end), { force: true })
    await rename(path.join(stage, part, name), path.join(folder, name))
  }
}

/** The two folders may be on different disks. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error
    await cp(from, to, { recursive: true })
  }
}

await runMain(main)
