import { PostgresAdapter, type Kysely } from 'kysely'

/** Whether the database is PostgreSQL, for the few queries that SQLite spells differently. */
export function isPostgres<Some>(db: Kysely<Some>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
