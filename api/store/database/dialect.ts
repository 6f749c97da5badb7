import { PostgresAdapter, type Kysely } from 'kysely'

/** Whether queries are asked of PostgreSQL, for the few that SQLite spells differently. */
export function isPostgres<Some>(db: Kysely<Some>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
