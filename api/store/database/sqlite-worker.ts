import { sql, type Kysely } from 'kysely'
import { statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { isOperational, messageOf } from '../../contract/operational-error.ts'
import { apply } from '../operations.ts'
import type { Tables } from '../tables/schema.ts'
import { codeOf, DAMAGED, SQLITE } from './sqlite-codes.ts'
import { BUSY_MS } from './sqlite-file.ts'
import type { Question, Reply, SqliteOptions } from './sqlite-thread.ts'
import { openSqlite } from './sqlite.ts'

const { file, synchronous }: SqliteOptions = workerData

/** SQLite's codes for errors of the operating system. */
const SYSTEM_CODES = new Map<string, number>([
  ['ENOSPC', SQLITE.FULL],
  ['EROFS', SQLITE.READONLY],
  ['EIO', SQLITE.IOERR],
])

/**
 * After one of these, a handle may keep failing though the cause is gone, so it is closed. A full disk is not among
 * them: SQLite rolls back and goes on answering, while a new handle would begin by reading the whole file.
 */
const LOST: ReadonlySet<number> = new Set([...DAMAGED, SQLITE.READONLY, SQLITE.IOERR, SQLITE.CANTOPEN])

let open: { db: Kysely<Tables>; inode: number } | undefined
let queue = Promise.resolve()
/** Operations that take away what somebody wrote or is called. */
const ERASING: ReadonlySet<string> = new Set(['erase', 'erasePerson', 'writeNote'])
/** Whether SQLite's write-ahead log may still hold what was erased. */
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
    if (ERASING.has(name)) isInLog = true
    if (isInLog) isInLog = !(await emptyLog(db))
    return { id, value }
  } catch (error) {
    const errcode = codeOf(error) || systemCodeOf(error)
    if (LOST.has(errcode)) await close()
    if (isOperational(error)) return { id, error: { sentences: error.sentences } }
    return { id, error: { message: messageOf(error), errcode } }
  }
}

/**
 * Empties the log. Resolves to false if somebody still reads from it, or the disk fails: the call itself is answered,
 * and this is tried again after the next one.
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

/** The file is opened again if another one was put in its place, as writes to the old one would be lost. */
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

/** 0 for an error that is not the system's, such as a wrong value. */
function systemCodeOf(error: unknown): number {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return 0
  return SYSTEM_CODES.get(String(error.code)) ?? SQLITE.CANTOPEN
}
