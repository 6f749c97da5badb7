import { sql } from 'kysely'
import path from 'node:path'
import type { MissingPath } from '../contract/missing-paths.ts'
import { openLocal } from './local-database.ts'
import type { LocalDatabase, LocalMigration } from './local-database.ts'

/** How often addresses were asked for that nothing is at: a count for each path and day, and nothing else. */
export interface MissingPathStore {
  /** @param day as `2026-01-31` */
  add(day: string, counts: Iterable<readonly [path: string, count: number]>): void
  /** The commonest since that day, and what is older is gone. */
  since(day: string): MissingPath[]
  close(): void
}

interface MissingPathTables {
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

/** Rows of the file: of more, those that were counted least are forgotten. */
const MOST_ROWS = 2_000
const LISTED = 50

/** Opens `<dataDir>/missing-paths.sqlite`, made when first used, and made anew where it is damaged. */
export function openMissingPaths(dataDir: string, onDamage: (message: string) => void): MissingPathStore {
  let opened: LocalDatabase<MissingPathTables> | undefined
  const database = () =>
    (opened ??= openLocal(path.join(dataDir, 'missing-paths.sqlite'), MIGRATIONS, onDamage))

  return {
    add: (day, counts) => {
      const { db, run, transaction } = database()
      transaction(() => {
        for (const [asked, count] of counts)
          run(
            db
              .insertInto('missing_paths')
              .values({ day, path: asked, count })
              .onConflict((conflict) =>
                conflict.columns(['day', 'path']).doUpdateSet({
                  count: (eb) => eb('missing_paths.count', '+', eb.ref('excluded.count')),
                }),
              ),
          )
        const spare = sql`select rowid from missing_paths order by count desc, day desc limit -1 offset ${sql.lit(MOST_ROWS)}`
        run(db.deleteFrom('missing_paths').where(sql<boolean>`rowid in (${spare})`))
      })
    },
    since: (day) => {
      const { db, all, run } = database()
      run(db.deleteFrom('missing_paths').where('day', '<', day))
      return all(
        db
          .selectFrom('missing_paths')
          .select((eb) => ['path', eb.fn.sum<number>('count').as('count')])
          .groupBy('path')
          .orderBy('count', 'desc')
          .orderBy('path')
          .limit(LISTED),
      )
    },
    close: () => opened?.close(),
  }
}
