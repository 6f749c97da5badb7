import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isRecord } from './document.ts'
import { errorCode, isDiskFull, LakeStartError, messageOf } from './errors.ts'

interface Owner {
  pid: number
  url?: string
}

export type Lock =
  | { ok: true; announce: (url: string) => void; release: () => void }
  | { ok: false; owner: Owner; sentence: string }

// Keeps handles from being garbage-collected, which would close them and drop their locks.
const heldHandles = new Set<DatabaseSync>()

/** A folder that has one owner: the setting that names it, its name in messages, and the names of its lock files. */
const FOLDERS = {
  DATA_DIR: { name: 'data folder', file: 'lake' },
  DIST_DIR: { name: 'folder of the built site', file: 'site' },
} as const

export type FolderSetting = keyof typeof FOLDERS

const SETTLE_MS = 20
const SETTLE_TRIES = 25

/**
 * Makes this process the one owner of a folder, by default of a data folder, until it releases the lock or dies.
 *
 * The lock is SQLite's own exclusive file lock, which the operating system drops with the process: a killed
 * owner leaves nothing stale behind, and a reused pid can't pass for it. The file beside it only tells others
 * who owns the directory and, once `announce`d, where it answers.
 *
 * @throws LakeStartError when the directory can't be written.
 */
export function acquireLock(folder: string, setting: FolderSetting = 'DATA_DIR'): Lock {
  const ownerFile = join(folder, `${FOLDERS[setting].file}.owner.json`)
  const held = holdFile(folder, setting)
  if (held === 'busy') return refused(folder, setting, readOwner(ownerFile))

  heldHandles.add(held)
  writeOwner(ownerFile, { pid: process.pid })
  return {
    ok: true,
    announce: (url) => writeOwner(ownerFile, { pid: process.pid, url }),
    release: () => {
      if (!held.isOpen) return
      rmSync(ownerFile, { force: true })
      heldHandles.delete(held)
      held.close()
    },
  }
}

function holdFile(folder: string, setting: FolderSetting): DatabaseSync | 'busy' {
  let database: DatabaseSync | undefined
  try {
    makeFolder(folder, setting === 'DATA_DIR' ? 0o700 : 0o755)
    database = new DatabaseSync(join(folder, `${FOLDERS[setting].file}.lock`))
    database.exec('pragma busy_timeout = 0; begin exclusive')
    return database
  } catch (error) {
    database?.close()
    if (/database is locked/.test(messageOf(error))) return 'busy'
    const advice = isDiskFull(error) ? 'Free some space' : 'Make it writable'
    throw new LakeStartError(
      `Cannot write to the ${FOLDERS[setting].name} ${folder} (${messageOf(error)}). ${advice} or set ${setting} to another folder.`,
    )
  }
}

/** `mkdir` with `recursive` never returns below /proc, where a missing parent can't be made. */
function makeFolder(folder: string, mode: number): void {
  if (isFolder(folder)) return
  makeFolder(dirname(folder), mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process may have created it in between.
    if (!isFolder(folder)) throw error
  }
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function refused(folder: string, setting: FolderSetting, owner: Owner): Lock {
  const where = owner.url === undefined ? '' : ` and answers at ${owner.url}`
  return {
    ok: false,
    owner,
    sentence: `The ${FOLDERS[setting].name} ${folder} is in use by process ${owner.pid}${where}. Stop it, or set ${setting} to another folder.`,
  }
}

// Only a message to others, so a full disk must not stop the owner of the lock.
function writeOwner(file: string, owner: Owner): void {
  const next = `${file}.${process.pid}`
  try {
    writeFileSync(next, JSON.stringify(owner))
    renameSync(next, file)
  } catch {
    rmSync(next, { force: true })
  }
}

// An owner locks first and signs a moment later, so a missing or stale signature is worth a short wait.
function readOwner(file: string): Owner {
  for (let attempt = 0; attempt < SETTLE_TRIES; attempt++) {
    const owner = parseOwner(file)
    if (owner !== undefined && isAlive(owner.pid)) return owner
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SETTLE_MS)
  }
  return parseOwner(file) ?? { pid: 0 }
}

function parseOwner(file: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!isRecord(value) || typeof value['pid'] !== 'number') return undefined
    return typeof value['url'] === 'string' ? { pid: value['pid'], url: value['url'] } : { pid: value['pid'] }
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
