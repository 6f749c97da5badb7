import { sql } from 'kysely'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isOperational } from '../../../../api/contract/operational-error.ts'
import { migratePostgres } from '../../../../api/store/database/migrate.ts'
import { connectPostgres } from '../../../../api/store/database/postgres.ts'
import { sharedDatabase } from '../../../../api/store/database/shared-database.ts'
import { openStore } from '../../../../api/store/store.ts'
import { postgresFolder } from '../../support/postgres.ts'
import { at, contactPost } from '../../support/posts.ts'
import { connected, withPostgres } from '../../support/with-postgres.ts'

vi.setConfig({ testTimeout: 120_000 })

const NEWER = `insert into kysely_migration (name, timestamp) values ('999-later', '2099-01-01T00:00:00.000Z')`

/** A store, and what it says of its database; it ends with the test. */
function open(place: { dataDir: string; databaseUrl?: string }) {
  const said: (string | undefined)[] = []
  const refusals: string[] = []
  const store = openStore({
    databaseUrl: undefined,
    ...place,
    synchronous: 'full',
    onFault: (message) => said.push(message),
    onRefusal: (message) => refusals.push(message),
  })
  onTestFinished(() => store.close())
  return { store, said, refusals }
}

test('a file of a newer version is refused with an explanation, at every operation', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'newer-'))
  const { store: first } = open({ dataDir })
  await first.call('ping', at)
  await first.close()
  const database = new DatabaseSync(path.join(dataDir, 'submissions.sqlite'))
  database.exec(NEWER)
  database.close()

  const { store, said, refusals } = open({ dataDir })
  const posts = [1, 2, 3].map((count) => store.submit(contactPost(`n${count}`)))
  expect(await Promise.all(posts)).toEqual(['failed', 'failed', 'failed'])
  expect(said).toEqual([
    'submissions.sqlite was written by a newer version of this program: update the program.',
  ])
  expect(refusals).toEqual([])
  expect(await store.call('submissionTotals').catch(isOperational)).toBe(true)
})

describe.skipIf(postgresFolder === undefined)('a PostgreSQL database (needs Postgres)', () => {
  const postgres = withPostgres()

  /** One that has been through everything, and a connection to it. */
  async function newDatabase() {
    const url = await postgres().newDatabase()
    const db = connectPostgres(url)
    onTestFinished(() => db.destroy())
    await migratePostgres(db, url)
    return { url, db, client: await connected(url) }
  }

  test('that a newer version wrote is refused in words', async () => {
    const { url, client } = await newDatabase()
    await client.query(NEWER)
    const sentence =
      'The database of DATABASE_URL was written by a newer version of this program: update the program.'
    const { store, said } = open({ dataDir: '', databaseUrl: url })
    expect(await store.submit(contactPost('n1'))).toBe('failed')
    expect(said).toEqual([sentence])
    const shared = sharedDatabase(url, '/nowhere')
    onTestFinished(() => shared.close())
    await expect(shared.query(() => Promise.resolve(1))).rejects.toThrow(sentence)
  })

  test('is brought up to date however long a step takes', async () => {
    const { url, db, client } = await newDatabase()
    await client.query(
      `alter table outbox drop column arrived; delete from kysely_migration where name = '006-arrived'`,
    )
    // A lock stands for millions of rows: the step is silent for longer than any query may be.
    await client.query('begin; lock table outbox in access exclusive mode')
    const migrating = migratePostgres(db, url)
    const silent = sql`select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and clock_timestamp() - query_start > interval '16 s'`
    const waited = expect
      .poll(async () => (await silent.execute(db)).rows, { timeout: 60_000, interval: 500 })
      .toHaveLength(1)
    await Promise.race([migrating, waited])
    await client.query('commit')
    await migrating
    expect((await client.query('select arrived from outbox')).rows).toEqual([])
  })
})
