import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach } from 'vitest'
import { openStore, type Store } from '../../../api/store/store.ts'
import { postgresFolder } from './postgres.ts'
import { at } from './posts.ts'
import { withPostgres } from './with-postgres.ts'

/** What a store may keep its records in, as far as this machine has it. */
export const kinds = postgresFolder === undefined ? ['sqlite'] : ['sqlite', 'postgres']
if (postgresFolder === undefined)
  console.warn('Postgres is not installed: the store is tested on SQLite only.')

/** Asks for all submissions of a form at once. */
export const page = { after: '', limit: 100 }
/** Asks for all deliveries that are due. */
export const everything = { now: at, leaseMs: 1_000, limit: 100, channels: ['mail' as const, 'crm' as const] }

/** Opens stores of a kind for the tests of a `describe`, and closes them after each. */
export function storesOn(kind: string) {
  const postgres = kind === 'postgres' ? withPostgres() : undefined
  const opened: Store[] = []

  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
  })

  /** Opens `count` stores on one new database, as as many processes would. */
  async function openAll(count: number): Promise<Store[]> {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'store-'))
    const databaseUrl = await postgres?.().newDatabase()
    const options = { dataDir, databaseUrl, synchronous: 'full' as const, onFault: () => undefined }
    const stores = Array.from({ length: count }, () => openStore(options))
    opened.push(...stores)
    return stores
  }

  async function open(): Promise<Store> {
    const [store] = await openAll(1)
    if (!store) throw new Error('There is no store.')
    return store
  }

  return { open, openAll }
}
