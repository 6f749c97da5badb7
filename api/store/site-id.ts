import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DATA_FILES } from '../contract/data-files.ts'
import { errorCode } from '../contract/operational-error.ts'
import type { Query } from './database/database.ts'
import { connectPostgres } from './database/postgres.ts'
import type { PublishTables } from './tables/publish-schema.ts'

/** What Postgres says of a database that no server has used. */
const UNDEFINED_TABLE = '42P01'

/** The id that all nodes of this site share, and no other site has: made on first use, and never changed. */
export async function siteId(query: Query<PublishTables>): Promise<string> {
  return query(async (db) => {
    await db
      .insertInto('publish_settings')
      .values({ key: 'site', value: randomUUID() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    const found = db.selectFrom('publish_settings').select('value').where('key', '=', 'site')
    return (await found.executeTakeFirstOrThrow()).value
  })
}

/**
 * The same if it was made already, for callers that must not write or migrate anything.
 * @returns undefined if no server has made it yet
 * @throws what the file or the database says, if neither can be told
 */
export async function knownSiteId(
  dataDir: string,
  databaseUrl: string | undefined,
): Promise<string | undefined> {
  if (databaseUrl === undefined) return inFile(path.join(dataDir, DATA_FILES.publishes))
  const db = connectPostgres<PublishTables>(databaseUrl)
  try {
    const found = db.selectFrom('publish_settings').select('value').where('key', '=', 'site')
    return (await found.executeTakeFirst())?.value
  } catch (error) {
    if (errorCode(error) === UNDEFINED_TABLE) return undefined
    throw error
  } finally {
    await db.destroy()
  }
}

function inFile(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  using database = new DatabaseSync(file, { readOnly: true })
  const isUsed = database.prepare(`select 1 from sqlite_master where name = 'publish_settings'`).get()
  const row = isUsed && database.prepare(`select value from publish_settings where key = 'site'`).get()
  return typeof row?.['value'] === 'string' ? row['value'] : undefined
}
