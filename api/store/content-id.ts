import type { Kysely } from 'kysely'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { DATA_FILES } from '../contract/data-files.ts'
import { messageOf, OperationalError } from '../contract/operational-error.ts'
import { localDatabase, type LocalMigration } from './database/local-database.ts'
import type { SharedTables } from './tables/shared-schema.ts'

interface ContentTables {
  content: { id: string }
}

const MIGRATIONS: readonly LocalMigration[] = [
  ({ schema }) => [schema.createTable('content').addColumn('id', 'text', (column) => column.primaryKey())],
]

/**
 * The id of the content in a data folder: made on first use, and never changed. It has a database of its own, as
 * backups copy databases.
 */
export async function contentIdIn(dataDir: string): Promise<string> {
  const file = path.join(dataDir, DATA_FILES.contentId)
  const database = localDatabase<ContentTables>(file, MIGRATIONS, refuse)
  try {
    return await database.query(async (db) => {
      const known = await db.selectFrom('content').select('id').executeTakeFirst()
      if (known) return known.id
      const id = randomUUID()
      await db.insertInto('content').values({ id }).execute()
      return id
    })
  } catch (error) {
    throw new OperationalError(`${file} can't be read or written: ${messageOf(error)}`, { cause: error })
  } finally {
    await database.close()
  }
}

/** Id of the content that all nodes publish; undefined before the first. */
export async function sharedContentId(db: Kysely<SharedTables>): Promise<string | undefined> {
  const found = db.selectFrom('publish_settings').select('value').where('key', '=', 'content')
  return (await found.executeTakeFirst())?.value
}

/** Makes this the content that all nodes publish, if they publish none yet. Returns the id of what they publish. */
export async function shareContentId(db: Kysely<SharedTables>, id: string): Promise<string | undefined> {
  await db
    .insertInto('publish_settings')
    .values({ key: 'content', value: id })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return sharedContentId(db)
}

/** A new file would have another id. */
function refuse(message: string): never {
  throw new OperationalError(message)
}
