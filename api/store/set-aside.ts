import { renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { makePrivate } from './private-file.ts'

/** What SQLite calls a damaged file, and one that is no database. */
const DAMAGED = new Set([11, 26])
/** What a disk does that is full, read-only or failing: the cause may be gone at the next try. */
const UNUSABLE = new Set([8, 10, 13, 14])

/**
 * Opens a database that can be made anew. A damaged file is kept as `<file>.damaged-<time>` for whoever wants to
 * look into it, and `onDamage` hears a message that names it.
 * @throws what SQLite says, about a disk that takes nothing say.
 */
export function openOrSetAside(
  file: string,
  prepare: (database: DatabaseSync) => void,
  onDamage: (message: string) => void,
): DatabaseSync {
  try {
    return openSound(file, prepare)
  } catch (error) {
    if (!DAMAGED.has(codeOf(error))) throw error
    const kept = `${file}.damaged-${new Date().toISOString().replaceAll(/\W/gu, '')}`
    renameSync(file, kept)
    // What SQLite keeps beside a file belongs to that file alone.
    for (const end of ['-wal', '-shm']) renameWhereThere(file + end, kept + end)
    onDamage(`${file} is damaged and was moved to ${kept}. A new one was made in its place.`)
    return openSound(file, prepare)
  }
}

/** Whether a disk that is full, read-only or failing is what keeps SQLite from its work. */
export function isDiskFault(error: unknown): boolean {
  return UNUSABLE.has(codeOf(error))
}

function openSound(file: string, prepare: (database: DatabaseSync) => void): DatabaseSync {
  makePrivate(file)
  const database = new DatabaseSync(file, { timeout: 5_000 })
  try {
    const damage = database.prepare('pragma quick_check(1)').get()?.['quick_check']
    if (damage !== 'ok') throw Object.assign(new Error(String(damage)), { errcode: 11 })
    prepare(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function renameWhereThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) % 256 : 0
}
