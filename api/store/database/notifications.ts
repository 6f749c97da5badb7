import { sql } from 'kysely'
import { createRequire } from 'node:module'
import type * as Pg from 'pg'
import type { SharedTables } from '../tables/shared-schema.ts'
import type { Database } from './database.ts'

const require = createRequire(import.meta.url)

const CHANNEL = 'publishing'
const CONNECT_AGAIN_MS = 1_000

/**
 * Tells the other nodes that there is news of publishes. They also poll, so a lost notification costs only a moment.
 */
export async function notifyNodes({ query }: Pick<Database<SharedTables>, 'query'>): Promise<void> {
  await query((db) => sql`select pg_notify(${CHANNEL}, '')`.execute(db))
}

/** Listens for news from other nodes, on a connection of its own that is made again when it breaks. */
export function listenToNodes(connectionString: string, onNews: () => void): { close: () => Promise<void> } {
  let client: Pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    // Loaded only if there is such a database, as in postgres.ts.
    const { Client } = require('pg') as typeof Pg
    const next = new Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 3_000 })
    client = next
    let isLost = false
    function lose(): void {
      if (isLost) return
      isLost = true
      next.end().catch(() => undefined)
      if (!isClosed) timer = setTimeout(() => void connect(), CONNECT_AGAIN_MS).unref()
    }
    next.on('error', lose)
    next.on('end', lose)
    next.on('notification', onNews)
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      onNews()
    } catch {
      lose()
    }
  }
  void connect()
  return {
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
