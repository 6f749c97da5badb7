import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errorCode, OperationalError } from '../contract/operational-error.ts'
import { codeOf, SQLITE } from '../store/database/sqlite-codes.ts'
import { removedAtExit } from './removed-at-exit.ts'

/** Below DATA_DIR: what a backup copies before it packs it, and the lock beside that. */
const FOLDER = '.backup'
const LOCK = 'lock'

/** An empty folder, which is gone once it is disposed of. */
export interface BackupStage extends AsyncDisposable {
  folder: string
}

/**
 * Takes the one place below a data folder where a backup makes its copies, on the same disk so that files that never
 * change can be linked and take no space. Copies of a backup that was cut off are removed. The lock is SQLite's, which
 * the operating system releases with the process.
 * @throws OperationalError if another backup is under way, or the data folder takes no files of this user
 */
export async function takeStage(dataDir: string): Promise<BackupStage> {
  const own = path.join(dataDir, FOLDER)
  const lock = await takeLock(own)
  const folder = path.join(own, 'copies')
  try {
    for (const name of await readdir(own))
      if (name !== LOCK) await rm(path.join(own, name), { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    lock.close()
    throw error
  }
  const interrupted = removedAtExit(own)
  return {
    folder,
    [Symbol.asyncDispose]: async () => {
      await rm(own, { recursive: true, force: true })
      interrupted[Symbol.dispose]()
      lock.close()
    },
  }
}

async function takeLock(own: string): Promise<DatabaseSync> {
  const file = path.join(own, LOCK)
  let lock: DatabaseSync | undefined
  try {
    await mkdir(own, { mode: 0o700, recursive: true })
    lock = new DatabaseSync(file)
    // Without a journal, which would stay behind after a kill.
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = off; begin exclusive')
    if (existsSync(file)) return lock
  } catch (error) {
    lock?.close()
    if (codeOf(error) === SQLITE.BUSY)
      throw new OperationalError(`Another backup is under way in ${own}: wait until it has ended.`)
    if (errorCode(error) === 'EACCES' || codeOf(error) === SQLITE.CANTOPEN)
      throw new OperationalError(
        `${own}, where copies are made first, can't be written to. Run this as the user of the server.`,
        { cause: error },
      )
    await rm(own, { recursive: true, force: true })
    throw error
  }
  // The backup that held the lock has since removed it with its copies.
  lock.close()
  return takeLock(own)
}
