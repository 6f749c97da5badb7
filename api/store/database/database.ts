import type { Kysely, RawBuilder } from 'kysely'

/** Runs queries on a database. Rejects with what the database says. */
export type Query<Tables> = <Value>(work: (db: Kysely<Tables>) => Promise<Value>) => Promise<Value>

/** Where records are: a SQLite file of this server alone, or a PostgreSQL database that several nodes share. */
export interface Database<Tables> {
  query: Query<Tables>
  /**
   * Does the work as one transaction: once this resolves, all of it is on disk; if it rejects, none of it is. Work that
   * lost a race to another node is done again. It must use its own `db`, as other queries wait for its end.
   */
  transaction: Query<Tables>
  /** Its own time in ms since 1970, where nodes share it: their clocks differ. */
  clock?: RawBuilder<number>
  close: () => Promise<void>
}
