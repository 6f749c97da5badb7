import { existsSync } from 'node:fs'
import { cp, link, mkdir, readdir, readlink, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DATA_FILES } from '../contract/data-files.ts'
import { diskFaultOf } from '../contract/disk-fault.ts'
import { errorCode, messageOf, OperationalError } from '../contract/operational-error.ts'
import type { Env } from '../env-schema.ts'
import { fromPostgres } from '../store/copy-records.ts'
import { areLeftBehind } from '../store/copy-submissions.ts'
import {
  copyDatabase,
  DATA,
  DATABASE,
  hashesOf,
  isUnfinished,
  MANIFEST,
  RELEASES,
  SITE,
  type BackupManifest,
} from './archive.ts'
import { takeStage } from './backup-stage.ts'
import { loadSettings, readArguments, runMain } from './command.ts'
import { pack } from './pack.ts'
import { removedAtExit } from './removed-at-exit.ts'

const USAGE = `Usage: npm run backup -- FILE

Writes content with its history, uploaded files, submissions, share links, receipts and releases into one archive
(.tar.gz), while the server runs. It holds personal data and secrets: keep it as you keep those.`

async function main(): Promise<number> {
  const { words } = readArguments({ usage: USAGE, options: {}, words: 1 })
  const [file] = words
  if (file === undefined) throw new OperationalError(`Name the archive.\n\n${USAGE}`)
  if (existsSync(file)) throw new OperationalError(`The file ${file} exists already: name another one.`)
  const env = loadSettings()
  const dataDir = path.resolve(env.DATA_DIR)
  const dist = path.resolve(env.DIST_DIR)
  if (!existsSync(dataDir))
    throw new OperationalError(`There is no folder ${dataDir}: set DATA_DIR as the server has it.`)
  const own = ownFiles(env)
  const names = await readdir(dataDir).catch((error: unknown) => unreadable(dataDir, error))
  if (own.length > 0 && !names.some((name) => DATABASE.test(name)))
    throw new OperationalError(
      `No server keeps anything in ${dataDir}: set DATA_DIR as the server has it. Nothing was backed up.`,
    )
  try {
    await using stage = await takeStage(dataDir)
    const count = await write({ dataDir, dist, databaseUrl: env.DATABASE_URL }, stage.folder, file)
    console.info(`${count} files are in ${file}.`)
  } catch (error) {
    const fault = diskFaultOf(error)
    const reason =
      fault === undefined
        ? messageOf(error)
        : `the disk of ${dataDir}, where copies are made first, or that of ${file} ${fault}.`
    throw new OperationalError(`Nothing was backed up: ${reason}`, { cause: error })
  }
  // The archive is written by now, so a file that can't be read is reported as missing from it.
  if (env.DATABASE_URL !== undefined && (await areLeftBehind(dataDir, env.DATABASE_URL).catch(() => true)))
    console.warn(
      `The submissions of ${path.join(dataDir, DATA_FILES.submissions)} are not in it, as they are not in the database of DATABASE_URL: a start brings them into one that has none, and this command without DATABASE_URL writes an archive of them.`,
    )
  for (const [what, name] of own)
    if (!existsSync(path.join(dataDir, name)))
      console.warn(
        `${what} not in it: there is no ${path.join(dataDir, name)}. Where the server has it, set DATA_DIR as it has.`,
      )
  const elsewhere = contentElsewhere(env)
  if (elsewhere !== undefined) console.warn(`Content is not in it: ${elsewhere}`)
  return 0
}

/**
 * Copies everything into the stage, and packs that into the file.
 * @returns how many files are in it
 * @throws OperationalError if the file can't be written
 */
async function write(places: Places, stage: string, file: string): Promise<number> {
  const partial = `${file}.partial`
  using _ = removedAtExit(partial)
  // Before the copies, which may take minutes.
  await writeFile(partial, '', { mode: 0o600 }).catch((error: unknown) => {
    if (diskFaultOf(error) !== undefined) throw error
    throw new OperationalError(`The file ${file} can't be written (${errorCode(error)}): name another one.`, {
      cause: error,
    })
  })
  try {
    const release = await copyAll(places, stage)
    const files = await hashesOf(stage)
    const madeAt = new Date().toISOString()
    const manifest: BackupManifest = { version: 1, madeAt, ...(release && { release }), files }
    await writeFile(path.join(stage, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
    await pack({ file: partial, folder: stage, names: [MANIFEST, DATA, SITE] })
    await rename(partial, file)
    return Object.keys(files).length
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/**
 * The databases of DATA_DIR that a server with these settings can't be without, and how a sentence about them begins.
 */
function ownFiles({ DATABASE_URL: database, LAKE_URL: lake, SANITY_PROJECT_ID: project, ROLE: role }: Env) {
  const files: [what: string, name: string][] = []
  if (role === 'site' && (lake ?? project) === undefined) files.push(['Content is', DATA_FILES.content])
  if (database === undefined) files.push(['Submissions are', DATA_FILES.submissions])
  return files
}

/** Says where the content is, if this server holds none; undefined if it does. */
function contentElsewhere({
  LAKE_URL: lake,
  SANITY_PROJECT_ID: project,
  ROLE: role,
}: Env): string | undefined {
  if (role === 'forms') return undefined
  if (project !== undefined) return 'Sanity keeps it, and npm run content -- export writes it into a file.'
  return lake && 'back up the server that LAKE_URL names, which has it, and all else that nodes share.'
}

interface Places {
  dataDir: string
  dist: string
  databaseUrl: string | undefined
}

/**
 * Copies the records, and the releases that they name. Alone, the releases are linked after the records, as another
 * release may be made meanwhile. If nodes share records, the releases are linked first: those that are not here are in
 * the database with the records.
 * @returns which release is served here
 */
async function copyAll({ dataDir, dist, databaseUrl }: Places, stage: string): Promise<string | undefined> {
  const [data, site] = [path.join(stage, DATA), path.join(stage, SITE)]
  if (databaseUrl === undefined) {
    await copyData(dataDir, data)
    return copyReleases(dist, site)
  }
  const served = await copyReleases(dist, site)
  await copyData(dataDir, data, { databaseUrl, site })
  return served
}

/**
 * Each database as it is at one moment, and all files that any of those moments names.
 * @param shared where nodes share records, and where releases of theirs go that are not there yet
 */
async function copyData(
  dataDir: string,
  to: string,
  shared?: { databaseUrl: string; site: string },
): Promise<void> {
  await mkdir(to)
  const assets = path.join(dataDir, 'assets')
  // Linked before the databases, as an asset may be deleted meanwhile, and after, as one may be uploaded.
  await linkAll(assets, path.join(to, 'assets'), isUnfinished)
  if (shared) await fromPostgres(shared.databaseUrl, to, shared.site)
  // A file may be left from before its records were moved to Postgres.
  for (const name of (await readdir(dataDir)).filter(
    (one) => DATABASE.test(one) && !existsSync(path.join(to, one)),
  ))
    await copyDatabase(path.join(dataDir, name), path.join(to, name))
  await linkAll(assets, path.join(to, 'assets'), isUnfinished)
}

function unreadable(folder: string, error: unknown): never {
  throw new OperationalError(
    `The folder ${folder} can't be read (${errorCode(error)}): run this as the user of the server.`,
    { cause: error },
  )
}

/** Returns which release is served. */
async function copyReleases(dist: string, to: string): Promise<string | undefined> {
  await mkdir(to)
  for (const name of RELEASES) await linkAll(path.join(dist, name), path.join(to, name))
  const served = await readlink(path.join(dist, 'site')).catch(() => undefined)
  return served && path.basename(served)
}

/**
 * Links those files below a folder that are not there yet, or copies them if that is another disk. Files that are gone
 * meanwhile are left out: a release was pruned, or an asset deleted.
 * @param isLeftOut whether a file of that name is left out
 * @throws OperationalError if a folder can't be read: an archive without its files would pass for a whole one
 */
async function linkAll(
  from: string,
  to: string,
  isLeftOut = (_name: string): boolean => false,
): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    return unreadable(from, error)
  })
  for (const entry of entries) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) await linkAll(source, target, isLeftOut)
    if (!entry.isFile() || isLeftOut(entry.name) || existsSync(target)) continue
    await mkdir(to, { recursive: true })
    await link(source, target)
      .catch(() => cp(source, target))
      .catch((error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error
      })
  }
}

await runMain(main)
