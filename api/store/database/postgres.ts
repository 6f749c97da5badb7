import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type * as Pg from 'pg'
import { errorCode } from '../../contract/operational-error.ts'
import type { Tables } from '../tables/schema.ts'
import { isReadOnly } from './faults.ts'

/**
 * How long a connection may be silent, in ms. A statement ends and an idle connection is closed before that, so the
 * host has vanished, which the system would only notice after a quarter of an hour.
 */
const SILENCE_MS = 15_000
/** How long a statement may take, in ms. */
const STATEMENT_MS = 10_000
/** How long a host may be silent before the system probes whether it is there, in ms. */
const PROBE_MS = 5_000

const require = createRequire(import.meta.url)

/**
 * Queries on a Postgres database, which connects at first use.
 * @param most connections at once
 * @param silenceMs 0 for no limit: then only a host that vanished ends a connection
 */
export function connectPostgres<Some = Tables>(
  connectionString: string,
  most = 8,
  silenceMs = SILENCE_MS,
): Kysely<Some> {
  // Loaded only if there is such a database: it takes 20 ms of a start, and 2 MB.
  const { Pool, types } = require('pg') as typeof Pg
  const { INT8 } = types.builtins
  const pool = new Pool({
    connectionString,
    max: most,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBE_MS,
    // Times and counts stay below 2^53, so they can be numbers as they are in SQLite.
    types: { getTypeParser: (id, format) => (id === INT8 ? Number : types.getTypeParser(id, format)) },
  })
  // A restart of the database breaks idle and busy connections; without a listener, either error ends this process.
  pool.on('error', () => undefined)
  const readOnly = new WeakSet<Pg.PoolClient>()
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    client.connection.on('errorMessage', (error: Error) => {
      if (isReadOnly(error)) readOnly.add(client)
    })
    const { stream } = client.connection
    if (stream instanceof Socket)
      stream.setTimeout(silenceMs, () => stream.destroy(new Error('The connection was silent.')))
  })
  // What leads to the database may lead to its new primary by now, which only a new connection gets to.
  pool.on('release', (_, client) => {
    if (readOnly.has(client)) client.end().catch(() => undefined)
  })
  const dialect = new PostgresDialect({
    pool,
    // Not a parameter of the connection: a pooler such as PgBouncer refuses those that it does not know.
    onCreateConnection: async (connection) => {
      const query = CompiledQuery.raw(`set statement_timeout = ${STATEMENT_MS}`)
      // A connection that is broken by then is given back by the query that follows, and after an error here never.
      await connection.executeQuery(query).catch(() => undefined)
    },
  })
  return new Kysely<Some>({ dialect })
}

/** Does the work at the first call; one that failed is done again at the next. */
export function onceReady(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return async () => {
    done ??= work()
    await done.catch((error: unknown) => {
      done = undefined
      throw error
    })
  }
}

/**
 * Postgres' codes for a race that was lost to another node: a key that it took first, a deadlock, a serialization
 * failure. When the work is done again, it sees what the other has written.
 */
const LOST_RACES = new Set(['23505', '40001', '40P01'])

const TRIES = 6

/**
 * Repeats work that lost a race, after a growing and partly random pause, so that two nodes do not meet again. The work
 * must be atomic, such as a transaction. Rejects with the last error.
 */
export async function againAfterConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES || !isLostRace(error)) throw error
    }
    await pause(2 ** attempt * (1 + Math.random()))
  }
}

function isLostRace(error: unknown): boolean {
  return LOST_RACES.has(errorCode(error) ?? '')
}
