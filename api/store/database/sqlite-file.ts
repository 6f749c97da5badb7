import { accessSync, closeSync, constants, openSync, renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { errorCode } from '../../contract/operational-error.ts'
import { isDamage, SQLITE } from './sqlite-codes.ts'

/** How long a write waits for that of another process, in ms. */
export const BUSY_MS = 5_000

/**
 * Opens a SQLite file, which only its owner can read. SQLite gives the files beside it the same rights, and makes none
 * elsewhere. Deleted content is overwritten.
 * @param synchronous FULL makes a commit outlive a power cut
 * @throws what SQLite says, about a damaged file as well
 */
export function openFile(file: string, synchronous: 'full' | 'normal'): DatabaseSync {
  makeWhereAbsent(file)
  const database = new DatabaseSync(file, { timeout: BUSY_MS })
  try {
    database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma secure_delete = on`)
    // Otherwise SQLite may write visitors' entries to the system's temporary folder.
    database.exec('pragma temp_store = memory')
    const damage = database.prepare('pragma quick_check(1)').get()?.['quick_check']
    if (damage !== 'ok') throw Object.assign(new Error(String(damage)), { errcode: SQLITE.CORRUPT })
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * An existing file is not opened: closing any descriptor of it would drop all locks that this process has on it, in
 * every thread. One that can't be written to is refused, as SQLite would open it read-only.
 * @see https://www.sqlite.org/howtocorrupt.html, 2.2
 */
function makeWhereAbsent(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600))
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    accessSync(file, constants.W_OK)
  }
}

/**
 * Opens a database that may be made again: a damaged file is kept as `<file>.damaged-<time>`, and `onDamage` is called
 * with a message that names it.
 * @throws what SQLite says, for example about a disk that takes nothing
 */
export function openOrSetAside(
  file: string,
  prepare: (database: DatabaseSync) => void,
  onDamage: (message: string) => void,
): DatabaseSync {
  try {
    return prepared(file, prepare)
  } catch (error) {
    if (!isDamage(error)) throw error
    const kept = `${file}.damaged-${new Date().toISOString().replaceAll(/\W/gu, '')}`
    renameSync(file, kept)
    // The files that SQLite keeps beside a database belong to that file only.
    for (const end of ['-wal', '-shm']) renameWhereThere(file + end, kept + end)
    onDamage(`${file} is damaged and was moved to ${kept}. A new one was made in its place.`)
    return prepared(file, prepare)
  }
}

function renameWhereThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}

function prepared(file: string, prepare: (database: DatabaseSync) => void): DatabaseSync {
  const database = openFile(file, 'full')
  try {
    prepare(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
