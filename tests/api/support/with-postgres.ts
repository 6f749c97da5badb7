import { Client } from 'pg'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { openStore, type Store } from '../../../api/store/store.ts'
import { postgresFolder, startPostgres, type Postgres } from './postgres.ts'

/** A server for the tests of a file or a `describe`, which nobody crashes; none where this machine has no Postgres. */
export function withPostgres(): () => Postgres {
  let postgres: Postgres | undefined
  beforeAll(async () => {
    if (postgresFolder !== undefined) postgres = await startPostgres({ isHasty: true })
  })
  afterAll(() => postgres?.stop())
  return () => {
    if (!postgres) throw new Error('There is no Postgres.')
    return postgres
  }
}

/** A connection of its own to a database, until the test is over. */
export async function connected(url: string): Promise<Client> {
  const client = new Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A store in a database of its own, and another connection to that, until the test is over. */
export async function newSharedStore(postgres: Postgres): Promise<{ store: Store; client: Client }> {
  const databaseUrl = await postgres.newDatabase()
  const store = openStore({ dataDir: '', databaseUrl, synchronous: 'full', onFault: () => undefined })
  onTestFinished(() => store.close())
  return { store, client: await connected(databaseUrl) }
}
