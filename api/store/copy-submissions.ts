import { sql, type Kysely } from 'kysely'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { DATA_FILES } from '../contract/data-files.ts'
import { messageOf, OperationalError } from '../contract/operational-error.ts'
import { copyTables, hasRows } from './copy-tables.ts'
import { migratePostgres } from './database/migrate.ts'
import { againAfterConflicts, connectPostgres } from './database/postgres.ts'
import { openSqlite } from './database/sqlite.ts'
import type { SecretName } from './settings.ts'
import type { Tables } from './tables/schema.ts'

/** Tables that belong to submissions, with what identifies a row. */
export const SUBMISSIONS = {
  waitlist: ['id'],
  contact: ['id'],
  once: ['key'],
  outbox: ['entry_id', 'channel'],
  erased: ['hash'],
  notes: ['entry_id'],
  audit: ['id'],
  settings: ['name'],
  people: ['id'],
  sign_in_links: ['hash'],
  person_sessions: ['hash'],
} as const satisfies { [Name in keyof Tables]: readonly (keyof Tables[Name])[] }

/** A database is in use if one of these has a row. The other tables have none unless these do. */
const TELLING = ['waitlist', 'contact', 'audit', 'people'] as const
/** A setting of this name says that the submissions of a file were brought: it is written along with them. */
const MARK = 'brought:'
/** Secrets that running nodes keep in memory, and that must stay: their challenges have to be valid for this node. */
const IN_MEMORY: readonly SecretName[] = ['bot-check-secret', 'rate-salt']

/** Copies all submissions into a transaction of Postgres, which has none. */
export async function copySubmissions(from: Kysely<Tables>, to: unknown): Promise<void> {
  const trx = to as Kysely<Tables>
  // Without submissions, the outbox holds only weekly reports.
  await trx.deleteFrom('outbox').execute()
  await copyTables(from, trx, SUBMISSIONS)
  const mark = await markOf(from)
  if (mark !== undefined)
    await trx
      .insertInto('settings')
      .values({ name: mark, value: String(Date.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/**
 * Copies the submissions that a server kept in its folder before it had Postgres, once, if the database has none. The
 * file stays as it is. Meanwhile, posts to all nodes wait, and are refused after 10 s, to be sent again: 100,000
 * submissions took 11 s on two busy cores.
 * @returns what whoever runs the server has to know; undefined if there is nothing, or it was said before
 * @throws OperationalError if the file can't be read, and nothing else is there
 */
export async function bringSubmissions(folder: string, to: Kysely<Tables>): Promise<string | undefined> {
  const file = path.join(folder, DATA_FILES.submissions)
  if (!existsSync(file)) return undefined
  const kept = `The submissions of ${file} were not brought into the database of DATABASE_URL, which has others: without DATABASE_URL, npm run submissions -- export shows them, and npm run backup writes an archive that npm run restore brings into an empty database.`
  const from = await openSqlite(file, 'full').catch(async (error: unknown) => {
    if (await isInUse(to)) return undefined
    throw new OperationalError(
      `The submissions of ${file} can't be brought into the database of DATABASE_URL (${messageOf(error)}): put a whole copy in its place, without a -wal of another beside it, or move it away.`,
      { cause: error },
    )
  })
  if (!from) return kept
  try {
    const mark = await markOf(from)
    if (mark === undefined) return undefined
    return await againAfterConflicts(() =>
      to.transaction().execute(async (trx) => {
        // Another node may be doing the same, or storing its first post, whose deliveries would be taken for reports.
        await sql`lock table waitlist, outbox, contact, audit, settings, people in exclusive mode`.execute(
          trx,
        )
        if (await hasMark(trx, mark)) return undefined
        if (await isInUse(trx)) return kept
        await trx.deleteFrom('settings').where('name', 'not in', IN_MEMORY).execute()
        await copySubmissions(from, trx)
        return `The submissions of ${file} are in the database of DATABASE_URL now: remove the file once a backup has them, as no erasure reaches it any more.`
      }),
    )
  } finally {
    await from.destroy()
  }
}

/** Whether a folder has submissions that were not brought into the database. Rejects with what either says. */
export async function areLeftBehind(folder: string, databaseUrl: string): Promise<boolean> {
  const file = path.join(folder, DATA_FILES.submissions)
  if (!existsSync(file)) return false
  const [from, to] = [await openSqlite(file, 'full'), connectPostgres(databaseUrl)]
  try {
    await migratePostgres(to, databaseUrl)
    const mark = await markOf(from)
    return mark !== undefined && !(await hasMark(to, mark))
  } finally {
    await Promise.all([from.destroy(), to.destroy()])
  }
}

async function isInUse(db: Kysely<Tables>): Promise<boolean> {
  for (const table of TELLING) if (await hasRows(db, table)) return true
  const { rows } = await sql`select 1 from settings where name like ${`${MARK}%`} limit 1`.execute(db)
  return rows.length > 0
}

async function hasMark(db: Kysely<Tables>, mark: string): Promise<boolean> {
  return (await db.selectFrom('settings').select('name').where('name', '=', mark).execute()).length > 0
}

/** A mark for what a file holds, which changes once a server has written to it again. Undefined if it holds nothing. */
async function markOf(from: Kysely<Tables>): Promise<string | undefined> {
  if (!(await Promise.all(TELLING.map((table) => hasRows(from, table)))).includes(true)) return undefined
  const { rows } = await sql`select
    (select count(*) || ' ' || max(id) || ' ' || max(updated_at) from waitlist) as waitlist,
    (select count(*) || ' ' || max(id) from contact) as contact,
    (select count(*) || ' ' || max(id) from audit) as audit,
    (select count(*) || ' ' || max(id) from people) as people`.execute(from)
  return MARK + createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}
