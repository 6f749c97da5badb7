import { sql } from 'kysely'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Client } from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { isOperational, messageOf } from '../../../../api/contract/operational-error.ts'
import { againAfterConflicts, connectPostgres } from '../../../../api/store/database/postgres.ts'
import { sharedDatabase } from '../../../../api/store/database/shared-database.ts'
import { openStore } from '../../../../api/store/store.ts'
import { postgresFolder } from '../../support/postgres.ts'
import { contactPost, onceKey, waitlistPost } from '../../support/posts.ts'
import { withPostgres } from '../../support/with-postgres.ts'

vi.setConfig({ testTimeout: 120_000 })

describe.skipIf(postgresFolder === undefined)('two nodes on one Postgres (needs Postgres)', () => {
  const postgres = withPostgres()
  let url: string
  beforeAll(async () => {
    url = await postgres().newDatabase()
  })

  /** Two stores on the same database, and what they complained of. */
  function openNodes() {
    const complaints: string[] = []
    const open = () =>
      openStore({
        dataDir: '',
        databaseUrl: url,
        synchronous: 'full',
        onFault: (message) => complaints.push(message ?? ''),
        onRefusal: (message) => complaints.push(message),
      })
    return { nodes: [open(), open()] as const, complaints }
  }

  test('a key that both take at once is taken by one, and the other says so as a single node would', async () => {
    const { nodes, complaints } = openNodes()
    const [one, other] = nodes
    for (let round = 0; round < 30; round += 1) {
      const post = (name: string, content: string) =>
        contactPost(`${name}-${round}`, { idempotency: onceKey(`key-${round}`, content) })
      const outcomes = await Promise.all([one.submit(post('a', 'this')), other.submit(post('b', 'that'))])
      expect(outcomes.toSorted()).toEqual(['key-reused', 'stored'])
      const same = await Promise.all([
        one.submit(waitlistPost({}, { idempotency: onceKey(`same-${round}`, 'this') })),
        other.submit(waitlistPost({}, { idempotency: onceKey(`same-${round}`, 'this') })),
      ])
      expect(same).toEqual(['stored', 'stored'])
      const spent = await Promise.all([
        one.submit(contactPost(`token-${round}`)),
        other.submit(contactPost(`token-${round}`)),
      ])
      expect(spent.toSorted()).toEqual(['stored', 'token-spent'])
    }
    expect(complaints).toEqual([])
    await Promise.all(nodes.map((node) => node.close()))
  })

  test.each([
    ['a user', (known: string) => known.replace('tests@', 'nobody@')],
    ['a database', (known: string) => known.replace(/[^/]+$/u, 'none')],
  ])('%s that is not there is named with the setting that names it', async (_, wrongly) => {
    const databaseUrl = wrongly(url)
    const complaints: (string | undefined)[] = []
    const onFault = (message: string | undefined) => complaints.push(message)
    const store = openStore({ dataDir: '', databaseUrl, synchronous: 'full', onFault })
    await expect(store.submit(contactPost('one'))).resolves.toBe('failed')
    expect(complaints).toEqual([
      expect.stringMatching(/check user, password and name of the database there/u),
    ])
    await store.close()
    const shared = sharedDatabase(databaseUrl, '/nowhere')
    await expect(shared.query(() => Promise.resolve(1))).rejects.toThrow(
      /does not exist.*in DATABASE_URL\.$/u,
    )
    await shared.close()
  })

  test('a database that takes no changes, as a standby or after a switch, is named as one in the fault', async () => {
    const databaseUrl = await postgres().newDatabase()
    const { database } = new Client(databaseUrl)
    const shared = sharedDatabase(databaseUrl, '/nowhere')
    const write = () =>
      shared.query((db) => db.insertInto('publish_settings').values({ key: 'pinned', value: 'r1' }).execute())
    await shared.query((db) => db.selectFrom('publish_settings').selectAll().execute())
    const client = new Client(postgres().url)
    await client.connect()
    await client.query(`alter database ${database} set default_transaction_read_only = on`)
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`)
    await client.end()
    const error: unknown = await write().catch((caught: unknown) => caught)
    expect([isOperational(error), messageOf(error)]).toEqual([
      true,
      'The database takes no changes (it is read-only): check that DATABASE_URL leads to the primary.',
    ])
    const complaints: (string | undefined)[] = []
    const onFault = (message: string | undefined) => complaints.push(message)
    const store = openStore({ dataDir: '', databaseUrl, synchronous: 'full', onFault })
    await expect(store.submit(contactPost('one'))).resolves.toBe('failed')
    expect(complaints).toEqual([
      'The submissions in DATABASE_URL: the database takes no changes (it is read-only): check that it leads to the primary.',
    ])
    await Promise.all([store.close(), shared.close()])
  })

  test('a connection that takes no changes is given up, as another one may lead to the new primary', async () => {
    const databaseUrl = await postgres().newDatabase()
    const { database } = new Client(databaseUrl)
    const admin = new Client(postgres().url)
    await admin.connect()
    const setReadOnly = (value: 'on' | 'off') =>
      admin.query(`alter database ${database} set default_transaction_read_only = ${value}`)
    const db = connectPostgres(databaseUrl, 1)
    const alone = () => sql`create table if not exists known (one int)`.execute(db)
    const inTransaction = () =>
      db.transaction().execute((trx) => sql`insert into known (one) values (1)`.execute(trx))
    await alone()
    for (const write of [alone, inTransaction]) {
      await setReadOnly('on')
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
      )
      await vi.waitFor(() => expect(write()).rejects.toThrow('read-only'), 10_000)
      await setReadOnly('off')
      await write()
    }
    await Promise.all([db.destroy(), admin.end()])
  })

  test('a query ends where the database falls silent, and the next one gets another connection', async () => {
    const proxy = await startProxy(Number(new URL(url).port))
    const through = new URL(url)
    through.port = String(proxy.port)
    const db = connectPostgres(through.href, 1, 3_000)
    const ask = () => sql<{ one: number }>`select 1 as one`.execute(db)
    await ask()
    proxy.silence()
    await expect(ask()).rejects.toThrow(/connection/iu)
    expect((await ask()).rows).toEqual([{ one: 1 }])
    await db.destroy()
    proxy.close()
  })

  test('a statement has its limit, without a parameter of the connection that a pooler would refuse', async () => {
    const db = connectPostgres(url)
    const limit =
      await sql`select setting, unit, source from pg_settings where name = 'statement_timeout'`.execute(db)
    expect(limit.rows).toEqual([{ setting: '10000', unit: 'ms', source: 'session' }])
    await db.destroy()
  })

  test('connections that end at their first statement leave room for others', async () => {
    const proxy = await startProxy(Number(new URL(url).port))
    const through = new URL(url)
    through.port = String(proxy.port)
    const db = connectPostgres(through.href, 1)
    const ask = () => sql<{ one: number }>`select 1 as one`.execute(db)
    proxy.cut('set statement_timeout')
    for (let count = 0; count < 3; count += 1) await expect(ask()).rejects.toThrow(/connection/iu)
    proxy.cut(undefined)
    expect((await ask()).rows).toEqual([{ one: 1 }])
    await db.destroy()
    proxy.close()
  })

  test('batches full of the same keys and addresses are all answered', async () => {
    const { nodes, complaints } = openNodes()
    const posts = nodes.flatMap((node, index) =>
      Array.from({ length: 100 }, (_, count) =>
        node.submit(
          waitlistPost(
            { email: `${count % 10}@example.com`, company: `${index} ${count}` },
            { idempotency: onceKey(`batch-${count}`, `${index}`) },
          ),
        ),
      ),
    )
    const outcomes = await Promise.all(posts)
    expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(100)
    expect(outcomes.filter((outcome) => outcome === 'key-reused')).toHaveLength(100)
    expect(complaints).toEqual([])
    await Promise.all(nodes.map((node) => node.close()))
  })
})

/**
 * Stands before a database. `silence` lets nothing more through on the connections of that moment; `cut` ends one that
 * sends these words.
 */
async function startProxy(to: number) {
  const open: Socket[] = []
  let cutAt: string | undefined
  const server = createServer((visitor) => {
    const database = connect(to, '127.0.0.1')
    open.push(visitor, database)
    for (const socket of [visitor, database]) socket.on('error', () => undefined)
    visitor.on('data', (sent) => {
      if (cutAt !== undefined && sent.includes(cutAt)) visitor.destroy()
    })
    visitor.pipe(database).pipe(visitor)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' ? address?.port : 0,
    silence: () => open.forEach((socket) => socket.unpipe().pause()),
    cut: (words: string | undefined) => void (cutAt = words),
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

test.each(['23505', '40001', '40P01'])(
  'the error %s is met with another try, and not for ever',
  async (code) => {
    let tries = 0
    const lose = (most: number) => () => {
      tries += 1
      if (tries > most) return Promise.resolve('done')
      return Promise.reject(Object.assign(new Error('lost'), { code }))
    }
    expect(await againAfterConflicts(lose(3))).toBe('done')
    expect(tries).toBe(4)
    tries = 0
    await expect(againAfterConflicts(lose(1_000))).rejects.toThrow('lost')
    expect(tries).toBe(6)
  },
)

test('any other error ends the work at once', async () => {
  let tries = 0
  const fail = () => {
    tries += 1
    return Promise.reject(Object.assign(new Error('full'), { code: '53100' }))
  }
  await expect(againAfterConflicts(fail)).rejects.toThrow('full')
  expect(tries).toBe(1)
})
