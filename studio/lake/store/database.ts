import { accessSync, closeSync, constants, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errorCode, LakeStartError, messageOf } from '../errors.ts'
import { MIGRATIONS } from './migrations.ts'

/**
 * Opens a database in `dataDir`, creating it when it is absent.
 *
 * `synchronous = full` makes every commit wait for the disk: a transaction that was acknowledged is there after
 * a power cut. It costs a disk flush per transaction.
 *
 * @throws LakeStartError with a sentence when the folder can't be written or the file is no lake.
 */
export function openDatabase(dataDir: string, name: string): DatabaseSync {
  requireWritable(dataDir)
  const file = join(dataDir, name)
  let database: DatabaseSync | undefined
  try {
    makeWhereAbsent(file)
    database = new DatabaseSync(file)
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
    migrate(database)
    requireIntact(database)
    return database
  } catch (error) {
    database?.close()
    if (error instanceof LakeStartError) throw error
    if (errorCode(error) === 'EACCES')
      throw new LakeStartError(
        `The content database ${file} may not be written to (${messageOf(error)}). Give it, and all else in its folder, to the user that this runs as (chown -R).`,
      )
    throw new LakeStartError(
      `The content database ${file} cannot be opened (${messageOf(error)}). Restore it from a backup, or move it away to start again from the seed.`,
    )
  }
}

/**
 * Creates the file with rights for its owner only, which SQLite copies to its own files beside it. An existing file is
 * not opened here: closing any descriptor of it would drop all locks of this process on it, those of other threads
 * included. A read-only file is refused, as SQLite would open it without saying so.
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

/** Does the work as one transaction: all of it is on disk when this returns, or none of it when it throws. */
export function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('begin immediate')
  try {
    work()
    database.exec('commit')
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

function requireWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw new LakeStartError(
      `Cannot write to the data folder ${dataDir} (${messageOf(error)}). Make it writable or set DATA_DIR to another folder.`,
    )
  }
}

function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare('pragma user_version').get()?.['user_version'])
  if (version > MIGRATIONS.length) {
    throw new LakeStartError(
      `The content database was written by a newer version of this program (${version}, this one knows ${MIGRATIONS.length}). Update the program, or set DATA_DIR to another folder.`,
    )
  }
  const missing = MIGRATIONS.slice(version).join('')
  database.exec(`begin immediate; ${missing} pragma user_version = ${MIGRATIONS.length}; commit`)
}

function requireIntact(database: DatabaseSync): void {
  const damage = database.prepare('pragma quick_check(1)').get()?.['quick_check']
  if (damage !== 'ok') throw new Error(String(damage))
}
