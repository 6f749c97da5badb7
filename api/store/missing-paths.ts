import { sql } from 'kysely'
import path from 'node:path'
import { DATA_FILES } from '../contract/data-files.ts'
import type { MissingPath } from '../contract/missing-paths.ts'
import type { Database } from './database/database.ts'
import { localDatabase, type LocalMigration } from './database/local-database.ts'

/** How often visitors asked for addresses that do not exist: a count for each path and day, and nothing else. */
export interface MissingPathStore {
  /** @param day as `2026-01-31` */
  add(day: string, counts: Iterable<readonly [path: string, count: number]>): Promise<void>
  /** The most frequent since that day. Older counts are deleted. */
  since(day: string): Promise<MissingPath[]>
}

export interface MissingPathTables {
  missing_paths: { day: string; path: string; count: number }
}

const MIGRATIONS: readonly LocalMigration[] = [
  ({ schema }) => [
    schema
      .createTable('missing_paths')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('missing_paths_key', ['day', 'path']),
  ],
]

/** Beyond this, the rows with the lowest counts are deleted. */
const MAX_ROWS = 2_000
const LISTED = 50

/** Opens the file of missing paths in a data folder, made when first used, and made anew where it is damaged. */
export function openMissingPathFile(
  dataDir: string,
  onDamage: (message: string) => void,
): Database<MissingPathTables> {
  return localDatabase(path.join(dataDir, DATA_FILES.missingPaths), MIGRATIONS, onDamage)
}

/** The counts in a database. */
export function missingPathStore({ query, transaction }: Database<MissingPathTables>): MissingPathStore {
  return {
    add: (day, counts) =>
      transaction(async (db) => {
        // In order, as nodes that lock rows in the same order can't deadlock.
        for (const [asked, count] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
          await db
            .insertInto('missing_paths')
            .values({ day, path: asked, count })
            .onConflict((conflict) =>
              conflict.columns(['day', 'path']).doUpdateSet({
                count: (eb) => eb('missing_paths.count', '+', eb.ref('excluded.count')),
              }),
            )
            .execute()
        // SQLite has no offset without a limit.
        const spare = sql`select day, path from missing_paths order by count desc, day desc, path
          limit 1000000 offset ${sql.lit(MAX_ROWS)}`
        await db
          .deleteFrom('missing_paths')
          .where(sql<boolean>`(day, path) in (${spare})`)
          .execute()
      }),
    since: (day) =>
      query(async (db) => {
        await db.deleteFrom('missing_paths').where('day', '<', day).execute()
        return db
          .selectFrom('missing_paths')
          .select((eb) => ['path', eb.fn.sum<number>('count').as('count')])
          .groupBy('path')
          .orderBy('count', 'desc')
          .orderBy('path')
          .limit(LISTED)
          .execute()
      }),
  }
}
