import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql, type Kysely } from 'kysely'
import { OperationalError } from '../contract/operational-error.ts'
import { openMissingPathFile } from './missing-paths.ts'
import { migratePostgres } from './database/migrate.ts'
import { connectPostgres } from './database/postgres.ts'
import { openPublishFile } from './publishing/publish-store.ts'
import type { Tables } from './tables/schema.ts'
import type { SharedTables } from './tables/shared-schema.ts'
import { openPreviewFile } from './shares.ts'
import { openSqlite } from './database/sqlite.ts'

type AllTables = Tables & SharedTables
/** Tables, each with the columns that its rows are ordered by. */
type Ordered = { readonly [Name in keyof AllTables]?: readonly (keyof AllTables[Name])[] }

const SUBMISSIONS = {
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

/** Records that a server alone keeps in a file each, which is opened as the server does. */
const RECORDS = [
  {
    file: 'publishes.db',
    open: openPublishFile,
    tables: { hooks: ['id'], receipts: ['id'], releases: ['id'], publish_settings: ['key'] },
  },
  { file: 'previews.sqlite', open: openPreviewFile, tables: { secrets: ['name'], shares: ['id'] } },
  {
    file: 'missing-paths.sqlite',
    open: openMissingPathFile,
    tables: { missing_paths: ['day', 'path'] },
  },
] as const

const PAGE_SIZE = 500

/** Copies all that Postgres holds, as it is at one moment, into new SQLite files in a folder. */
export async function fromPostgres(databaseUrl: string, folder: string): Promise<void> {
  const from = connectPostgres<AllTables>(databaseUrl)
  const submissions = await openSqlite(path.join(folder, 'submissions.sqlite'), 'full')
  try {
    await migratePostgres(from)
    await from
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (moment) => {
        await submissions.transaction().execute((trx) => copy(moment, trx, SUBMISSIONS))
        for (const { open, tables } of RECORDS) {
          const to = open(folder, refuse)
          await to.transaction((trx) => copy(moment, trx, tables))
          await to.close()
        }
      })
  } finally {
    await Promise.all([from.destroy(), submissions.destroy()])
  }
}

/**
 * Copies all that SQLite files in a folder hold into Postgres, in one transaction.
 * @returns the names of the files that are there now
 * @throws OperationalError where something is there already
 */
export async function toPostgres(folder: string, databaseUrl: string): Promise<string[]> {
  const to = connectPostgres<AllTables>(databaseUrl)
  const file = path.join(folder, 'submissions.sqlite')
  const submissions = existsSync(file) ? await openSqlite(file, 'full') : undefined
  try {
    await migratePostgres(to)
    await refuseUnlessEmpty(to, ['waitlist', 'contact', 'audit', 'people', 'shares', 'releases'])
    return await to.transaction().execute(async (trx) => {
      if (submissions) {
        // What the first start of a server wrote there, secrets among it, gives way to what was.
        await trx.deleteFrom('settings').execute()
        // Where no submission is, nothing but reports of weeks waits there.
        await trx.deleteFrom('outbox').execute()
        await copy(submissions, trx, SUBMISSIONS)
      }
      await trx.deleteFrom('secrets').execute()
      await trx.deleteFrom('publish_settings').execute()
      const brought = await copyRecords(folder, trx, () => Promise.resolve(true))
      return [...(submissions ? ['submissions.sqlite'] : []), ...brought]
    })
  } finally {
    await Promise.all([to.destroy(), submissions?.destroy()])
  }
}

/** Brings what a server kept in its folder before it had a Postgres there, where nothing of the kind is there. */
export async function bringRecords(folder: string, trx: Kysely<SharedTables>): Promise<void> {
  await copyRecords(folder, trx, async (tables) => {
    for (const table of tables) if (await hasRows(trx, table)) return false
    return true
  })
}

/** Returns the names of the files that were copied. */
async function copyRecords(
  folder: string,
  trx: unknown,
  isWanted: (tables: readonly string[]) => Promise<boolean>,
): Promise<string[]> {
  const to = trx as Kysely<AllTables>
  const brought: string[] = []
  for (const { file, open, tables } of RECORDS) {
    if (!existsSync(path.join(folder, file)) || !(await isWanted(Object.keys(tables)))) continue
    const from = open(folder, refuse)
    await from.query((db) => copy(db, to, tables))
    await from.close()
    brought.push(file)
  }
  // Numbers that were given out are not given out again.
  for (const table of ['hooks', 'receipts'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 0) + 1 from ${sql.table(table)}), false)`.execute(
      to,
    )
  return brought
}

const WORDS: Record<string, string> = {
  waitlist: 'submissions',
  contact: 'submissions',
  audit: 'an audit list',
}

/** @throws OperationalError where one of the tables has rows */
async function refuseUnlessEmpty(db: Kysely<AllTables>, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    if (await hasRows(db, table))
      throw new OperationalError(
        `The database of DATABASE_URL holds ${WORDS[table] ?? table} already: name an empty one. Nothing was restored.`,
      )
}

async function hasRows(db: unknown, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db as Kysely<AllTables>)
  return rows.length > 0
}

/** A file that was just written, or verified, is no damaged one. */
function refuse(message: string): never {
  throw new OperationalError(message)
}

/** Databases of one kind hold tables of the other's, which no type can say. */
async function copy(from: unknown, to: unknown, tables: Ordered): Promise<void> {
  for (const [name, keys] of Object.entries(tables)) {
    const order = sql.join(keys.map((key) => sql.ref(key)))
    // Which release is served is for the nodes to say, wherever they are.
    const which = name === 'publish_settings' ? sql`where key in ('pinned', 'site', 'content')` : sql``
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const page = sql<
        Record<string, unknown>
      >`select * from ${sql.table(name)} ${which} order by ${order} limit ${PAGE_SIZE} offset ${offset}`
      const { rows } = await page.execute(from as Kysely<AllTables>)
      if (rows.length === 0) break
      await (to as Kysely<AllTables>)
        .insertInto(name as 'settings')
        .values(rows as never)
        .execute()
    }
  }
}
