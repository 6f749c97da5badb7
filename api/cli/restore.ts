import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { extract } from 'tar'
import { acquireLock, type FolderSetting } from '../../studio/lake/lock.ts'
import { messageOf, OperationalError } from '../contract/operational-error.ts'
import { toPostgres } from '../store/copy-records.ts'
import { DATA, DATABASE, hashesOf, readManifest, RELEASES, SITE, type BackupManifest } from './archive.ts'
import { loadSettings, readArguments, runMain } from './command.ts'

const USAGE = `Usage: npm run restore -- FILE [--replace]

Brings back what a backup holds into DATA_DIR, DIST_DIR and, where it is set, the database of DATABASE_URL, after it
was verified file by file. The server must not run, and that database must be empty: nothing there is moved aside.

  --replace   where DATA_DIR or DIST_DIR holds something already: it is moved aside`

const PEOPLE =
  'Those who edit are as they were then. Everybody signs in again, with another link: revoke first who was revoked since.'

interface Place {
  setting: FolderSetting
  folder: string
  /** What is moved there, and aside from there. */
  names: (entries: readonly string[]) => string[]
}

async function main(): Promise<number> {
  const options = { replace: { type: 'boolean', default: false } } as const
  const { words, values } = readArguments({ usage: USAGE, options, words: 1 })
  const [file] = words
  if (file === undefined) throw new OperationalError(`Name the archive.\n\n${USAGE}`)
  if (!existsSync(file)) throw new OperationalError(`There is no file ${file}.`)
  const env = loadSettings()
  const data: Place = {
    setting: 'DATA_DIR',
    folder: path.resolve(env.DATA_DIR),
    names: (entries) => entries.filter((name) => name === 'assets' || DATABASE.test(name)),
  }
  const site: Place = {
    setting: 'DIST_DIR',
    folder: path.resolve(env.DIST_DIR),
    names: (entries) => entries.filter((name) => name === 'site' || RELEASES.some((one) => one === name)),
  }
  using locks = new DisposableStack()
  for (const place of [data, site]) locks.use(take(place))
  const there = await contentsOf([data, site])
  if (!values.replace) refuse(there)
  const stage = path.join(data.folder, '.restore')
  // One that was cut off left its own: the lock says that none is under way.
  await rm(stage, { recursive: true, force: true })
  await mkdir(stage, { mode: 0o700 })
  try {
    await extract({ file, cwd: stage, strict: true, filter: (_, entry) => isPlain(entry) })
    const manifest = await verified(stage, file)
    const records = path.join(stage, DATA)
    const hasPeople = endSessions(records)
    if (env.DATABASE_URL !== undefined)
      for (const name of await toPostgres(records, env.DATABASE_URL)) await rm(path.join(records, name))
    await moveAside(there)
    await bring(path.join(stage, DATA), data)
    await bring(path.join(stage, SITE), site)
    if (manifest.release !== undefined && existsSync(path.join(site.folder, 'releases', manifest.release)))
      await symlink(path.join('releases', manifest.release), path.join(site.folder, 'site'))
    console.info(`The backup of ${manifest.madeAt} is back: ${Object.keys(manifest.files).length} files.`)
    if (hasPeople) console.info(PEOPLE)
    return 0
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** @throws OperationalError where a server runs on the folder */
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
    places.map(async (place) => ({ ...place, held: place.names(await readdir(place.folder)) })),
  )
  return found.filter(({ held }) => held.length > 0)
}

/** @throws OperationalError where anything is there */
function refuse([first]: readonly Contents[]): void {
  if (first)
    throw new OperationalError(
      `${first.setting} ${first.folder} holds ${first.held.join(', ')} already: set it to another folder, or add --replace to move that aside. Nothing was restored.`,
    )
}

/**
 * Who was revoked after the backup may sign in again by what it holds, so nobody is signed in by it, and no link works.
 * @returns whether anybody edits there
 */
function endSessions(folder: string): boolean {
  // Of whoever signed in with LAKE_TOKEN.
  emptyTables(path.join(folder, 'lake.db'), ['sessions'])
  const submissions = path.join(folder, 'submissions.sqlite')
  if (!emptyTables(submissions, ['person_sessions', 'sign_in_links'])) return false
  using database = new DatabaseSync(submissions, { readOnly: true })
  return database.prepare('select 1 from people limit 1').get() !== undefined
}

/** @returns whether they are there: backups of earlier versions may lack the file, or the tables in it */
function emptyTables(file: string, [first = '', ...rest]: readonly string[]): boolean {
  if (!existsSync(file)) return false
  using database = new DatabaseSync(file)
  const known = database.prepare('select 1 from sqlite_master where name = ?').get(first)
  if (known === undefined) return false
  for (const table of [first, ...rest]) database.exec(`delete from ${table}`)
  return true
}

async function moveAside(places: readonly Contents[]): Promise<void> {
  for (const { folder, held } of places) {
    const aside = path.join(folder, `before-restore-${new Date().toISOString().replaceAll(/[:.]/gu, '-')}`)
    await mkdir(aside, { mode: 0o700 })
    for (const name of held) await moveWithin(folder, name, aside)
    console.info(`What was in ${folder} is in ${aside}.`)
  }
}

/** What SQLite keeps beside a file belongs to that file alone. */
async function moveWithin(folder: string, name: string, to: string): Promise<void> {
  for (const one of [name, `${name}-wal`, `${name}-shm`])
    await rename(path.join(folder, one), path.join(to, one)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
}

function isPlain(entry: object): boolean {
  return 'type' in entry && ['File', 'Link', 'Directory'].includes(String(entry.type))
}

/** @throws OperationalError where anything is missing, damaged or too much */
async function verified(stage: string, file: string): Promise<BackupManifest> {
  const manifest = await readManifest(stage)
  if (!manifest) throw new OperationalError(`${file} is no backup of this program. Nothing was restored.`)
  const hashes = await hashesOf(stage)
  const names = new Set([...Object.keys(hashes), ...Object.keys(manifest.files)])
  const wrong = [...names].filter((name) => hashes[name] !== manifest.files[name])
  const damaged = [...names].filter(
    (name) => path.dirname(name) === DATA && DATABASE.test(name) && !isWhole(path.join(stage, name)),
  )
  if (wrong.length + damaged.length === 0) return manifest
  throw new OperationalError(
    `${file} is damaged: ${[...new Set([...wrong, ...damaged])].slice(0, 5).join(', ')}. Nothing was restored.`,
  )
}

function isWhole(file: string): boolean {
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    const answer = database.prepare('pragma integrity_check(1)').get()?.['integrity_check']
    database.close()
    return answer === 'ok'
  } catch {
    return false
  }
}

async function bring(from: string, { folder, names }: Place): Promise<void> {
  for (const name of names(await readdir(from))) await move(path.join(from, name), path.join(folder, name))
}

/** The two folders may be on different disks. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV')
      throw new OperationalError(`${to} could not be written: ${messageOf(error)}`, { cause: error })
    await cp(from, to, { recursive: true })
  }
}

await runMain(main)
