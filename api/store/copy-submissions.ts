import { sql, type Kysely } from 'kysely'
import { OperationalError } from '../contract/operational-error.ts'
import { migratePostgres } from './migrate.ts'
import { connectPostgres } from './postgres.ts'
import type { Tables } from './schema.ts'
import { openSqlite } from './sqlite.ts'

/** The tables, each with the columns that its rows are ordered by. */
const TABLES = {
  waitlist: ['id'],
  contact: ['id'],
  once: ['key'],
  outbox: ['entry_id', 'channel'],
  erased: ['hash'],
  settings: ['name'],
} as const satisfies { [Name in keyof Tables]: readonly (keyof Tables[Name])[] }

const PAGE_SIZE = 500

/** Copies all submissions from Postgres, as they are at one moment, into a new SQLite file. */
export async function fromPostgres(databaseUrl: string, file: string): Promise<void> {
  const [from, to] = [connectPostgres(databaseUrl), await openSqlite(file, 'full')]
  try {
    await from
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((moment) => to.transaction().execute((trx) => copy(moment, trx)))
  } finally {
    await Promise.all([from.destroy(), to.destroy()])
  }
}

/**
 * Copies all submissions of a SQLite file into Postgres, in one transaction.
 * @throws OperationalError where submissions are there already
 */
export async function toPostgres(file: string, databaseUrl: string): Promise<void> {
  const [from, to] = [await openSqlite(file, 'full'), connectPostgres(databaseUrl)]
  try {
    await migratePostgres(to)
    const { count } = await to
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) > 0)
      throw new OperationalError(
        'The database of DATABASE_URL holds submissions already: name an empty one. Nothing was restored.',
      )
    // What the first start of a server wrote there, secrets among it, gives way to what was.
    await to.transaction().execute(async (trx) => {
      await trx.deleteFrom('settings').execute()
      await copy(from, trx)
    })
  } finally {
    await Promise.all([from.destroy(), to.destroy()])
  }
}

async function copy(from: Kysely<Tables>, to: Kysely<Tables>): Promise<void> {
  for (const [name, keys] of Object.entries(TABLES)) {
    const table = sql.table(name)
    const order = sql.join(keys.map((key) => sql.ref(key)))
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const page = sql<
        Record<string, unknown>
      >`select * from ${table} order by ${order} limit ${PAGE_SIZE} offset ${offset}`
      const { rows } = await page.execute(from)
      if (rows.length === 0) break
      await to
        .insertInto(name as 'settings')
        .values(rows as never)
        .execute()
    }
  }
}
