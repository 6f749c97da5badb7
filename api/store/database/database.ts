import type { Kysely } from 'kysely'

/** Runs queries on a database. Rejects with what the database says. */
export type Query<Tables> = <Value>(work: (db: Kysely<Tables>) => Promise<Value>) => Promise<Value>

/** Where records are: a SQLite file of this server alone, or a PostgreSQL database that several nodes share. */
export interface Database<Tables> {
  query: Query<Tables>
  /**
   * Does the work as one transaction: all of it is on disk when this resolves, or none of it when it rejects. Work
   * that lost a race to another node is done again. It must ask `db` alone: another query waits for its end.
   */
  transaction: Query<Tables>
  close: () => Promise<void>
}
