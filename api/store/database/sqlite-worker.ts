import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { apply } from '../operations.ts'
import type { Tables } from '../tables/schema.ts'
import { openSqlite } from './sqlite.ts'
import { BUSY_MS } from './sqlite-file.ts'
import type { Question, Reply, SqliteOptions } from './sqlite-thread.ts'

const { file, synchronous }: SqliteOptions = workerData

/** What SQLite would call an error of the operating system. */
const systemCodes = new Map([
  ['ENOSPC', 13],
  ['EROFS', 8],
  ['EIO', 10],
])
const cantOpen = 14

let open: { db: Kysely<Tables>; inode: number } | undefined
let queue = Promise.resolve()
/** What was erased may still be in the log of changes that SQLite keeps beside its file. */
let isInLog = false

// One at a time: SQLite has one writer, and a second transaction on this connection would fail.
parentPort?.on('message', (question: Question) => {
  queue = queue.then(async () => parentPort?.postMessage(await answer(question), []))
})

async function answer({ id, name, args }: Question): Promise<Reply> {
  try {
    if (name === 'close') return { id, value: await close() }
    const db = await database()
    const value = await apply(db, name, args)
    if (name === 'erase') isInLog = true
    if (isInLog) isInLog = !(await emptyLog(db))
    return { id, value }
  } catch (error) {
    // The cause may be gone at the next try, but a handle that met a damaged or lost file keeps failing.
    if (isFileError(error)) await close()
    const message = error instanceof Error ? error.message : String(error)
    return { id, error: { message, errcode: codeOf(error) } }
  }
}

/**
 * Empties the log. Answers false where somebody reads what was before, or the disk fails: what was asked is done and
 * answered, and this is tried again with the next question.
 */
async function emptyLog(db: Kysely<Tables>): Promise<boolean> {
  try {
    await sql`pragma busy_timeout = 0`.execute(db)
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    return rows[0]?.busy === 0
  } catch {
    return false
  } finally {
    await sql`pragma busy_timeout = ${sql.lit(BUSY_MS)}`.execute(db)
  }
}

/** A file that was put in the place of another is opened anew: writes to the old one would be lost. */
async function database(): Promise<Kysely<Tables>> {
  const inode = statSync(file, { throwIfNoEntry: false })?.ino
  if (open && open.inode === inode) return open.db
  await close()
  const db = await openSqlite(file, synchronous)
  open = { db, inode: statSync(file).ino }
  return db
}

async function close(): Promise<void> {
  const closing = open
  open = undefined
  await closing?.db.destroy().catch(() => undefined)
}

function isFileError(error: unknown): boolean {
  return [8, 10, 11, 14, 26].includes(codeOf(error) % 256)
}

/** SQLite's result code; 0 for an error that is neither its own nor the system's, such as a wrong value. */
function codeOf(error: unknown): number {
  if (!(error instanceof Error)) return 0
  if ('errcode' in error) return Number(error.errcode)
  if (!('syscall' in error && 'code' in error)) return 0
  return systemCodes.get(String(error.code)) ?? cantOpen
}
