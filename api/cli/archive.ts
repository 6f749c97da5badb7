import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, readFile } from 'node:fs/promises'
import path from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { OperationalError } from '../contract/operational-error.ts'
import { filesBelow } from '../files-below.ts'
import { isTooFullToRead } from '../store/database/sqlite-codes.ts'

/** The file in a backup, and in the folder that it is made in, that lists what it holds. */
export const MANIFEST = 'backup.json'

/** Below DATA_DIR: databases, and the files that editors uploaded. */
export const DATA = 'data'
/** Below DIST_DIR: the releases that the site can go back to. */
export const RELEASES = ['releases', 'manifests', 'good'] as const
export const SITE = 'site'
/** Names of databases, which are copied one by one. */
export const DATABASE = /\.(?:db|sqlite)$/u
/** Names of the files that SQLite keeps beside a database, which belong to that file only. */
export const BESIDE = /\.(?:db|sqlite)-(?:wal|shm|journal)$/u

/** Whether a file below `assets` is an unfinished upload: its bytes change, and the next start removes it. */
export function isUnfinished(file: string): boolean {
  return file.endsWith('.part')
}

const manifest = z.object({
  version: z.literal(1),
  /** ISO time. */
  madeAt: z.iso.datetime(),
  /** The release that was served; absent if there was none. */
  release: z
    .string()
    .regex(/^[\w-]+$/u)
    .optional(),
  /** SHA-256 of every other file, by its path. */
  files: z.record(z.string(), z.string()),
})

export type BackupManifest = z.infer<typeof manifest>

/** What a backup says of itself; undefined if the folder holds no backup. */
export async function readManifest(folder: string): Promise<BackupManifest | undefined> {
  try {
    const text = await readFile(path.join(folder, MANIFEST), 'utf8')
    return manifest.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** The SHA-256 of each file below a folder, except the manifest, by its path there. */
export async function hashesOf(folder: string): Promise<Record<string, string>> {
  const files = (await filesBelow(folder)).filter((file) => file !== MANIFEST).toSorted()
  const hashes: Record<string, string> = {}
  for (const file of files) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(path.join(folder, file)), hash)
    hashes[file] = hash.digest('hex')
  }
  return hashes
}

/**
 * All pages in one step: between two steps, a commit of another process would restart the copy. Commits meanwhile stay
 * in SQLite's log until the copy is done.
 */
const ALL_PAGES = { rate: 2 ** 31 - 1 }

/**
 * Copies a SQLite file as it is at one moment, even if another process writes to it.
 * @throws OperationalError if its own disk is too full for it to be read
 */
export async function copyDatabase(file: string, to: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    await backup(database, to, ALL_PAGES)
    await chmod(to, 0o600)
  } catch (error) {
    if (!isTooFullToRead(error)) throw error
    throw new OperationalError(`${file} can't be read, as its disk is full: free some space.`, {
      cause: error,
    })
  } finally {
    database.close()
  }
}
