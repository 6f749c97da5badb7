import { accessSync, closeSync, constants, openSync, renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { errorCode } from '../../contract/operational-error.ts'
import { isDamage, SQLITE } from './sqlite-codes.ts'

/** How long a write waits for that of another process, in ms. */
export const BUSY_MS = 5_000

/**
 * Opens a SQLite file, which its owner alone can read; SQLite gives its own files beside it the same rights, and makes
 * none elsewhere. What is deleted is overwritten.
 * @param synchronous FULL makes a commit outlive a power cut
 * @throws what SQLite says, about a damaged file as well
 */
export function openFile(file: string, synchronous: 'full' | 'normal'): DatabaseSync {
  makeWhereAbsent(file)
  const database = new DatabaseSync(file, { timeout: BUSY_MS })
  try {
    database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma secure_delete = on`)
    // What a statement might have to undo would go to the machine's own folder for such files, visitors' entries too.
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
 * A file that is there is not opened: with any descriptor of it that is closed, this process loses all its locks on
 * it, those of its other threads too. One that can't be written to is refused: SQLite would open it to read alone.
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
 * Opens a database that can be made anew. A damaged file is kept as `<file>.damaged-<time>` for whoever wants to look
 * into it, and `onDamage` is called with a message that names it.
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
    // What SQLite keeps beside a file belongs to that file alone.
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
