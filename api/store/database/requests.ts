import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables/schema.ts'
import { databaseNow } from './leases.ts'

/** How many requests of a key came in the minute that began with the first one, and how much of it is left, in ms. */
export interface RequestCount {
  count: number
  leftMs: number
}

const WINDOW_MS = 60_000

/** Counts one request under a key, for all nodes together. On PostgreSQL only: a server alone counts in memory. */
export async function countRequest(db: Kysely<Tables>, key: string): Promise<RequestCount> {
  const { rows } = await sql<RequestCount>`
    insert into requests as known (key, count, ends_at) values (${key}, 1, ${databaseNow} + ${sql.lit(WINDOW_MS)})
    on conflict (key) do update set
      count = case when known.ends_at > ${databaseNow} then known.count + 1 else 1 end,
      ends_at = case when known.ends_at > ${databaseNow} then known.ends_at else excluded.ends_at end
    returning count, ends_at - ${databaseNow} as "leftMs"`.execute(db)
  const found = rows[0] ?? { count: 1, leftMs: WINDOW_MS }
  // Each new minute of a key removes two expired keys, so that the table stays small.
  if (found.count === 1)
    await sql`delete from requests where key in (select key from requests
      where ends_at < ${databaseNow} limit 2 for update skip locked)`.execute(db)
  return found
}
