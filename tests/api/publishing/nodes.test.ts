import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import type { Log } from '../../../api/log.ts'
import { createNodes } from '../../../api/publishing/nodes.ts'
import type { NodeWork } from '../../../api/publishing/reconciler.ts'
import { sharedDatabase } from '../../../api/store/database/shared-database.ts'
import { publishStore } from '../../../api/store/publishing/publish-store.ts'
import { postgresFolder } from '../support/postgres.ts'
import { newFolder } from '../support/publishing.ts'
import { withPostgres } from '../support/with-postgres.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const PATIENCE = { timeout: 60_000, interval: 20 }

const fail = () => Promise.reject(new OperationalError('Its disk is full.'))

const faultOf = (documentId: string) => ({
  documentId,
  type: documentId,
  title: 'Home',
  message: 'It is empty.',
})

/** A node that does what `work` says, and nothing else; it ends with the test. */
function openNode(databaseUrl: string, work: Partial<NodeWork> = {}, content?: string) {
  const database = sharedDatabase(databaseUrl, newFolder())
  const note = vi.fn<Log['warn']>()
  const nodes = createNodes({
    database,
    databaseUrl,
    contentId: content === undefined ? undefined : () => Promise.resolve(content),
    dist: '/nowhere',
    getRenderer: () => Promise.reject(new OperationalError('There is no site.')),
    log: { info: note, warn: note, error: note },
  })
  const wake = vi.fn<() => void>()
  onTestFinished(async () => {
    await nodes.stop()
    await database.close()
  })
  const start = () =>
    nodes.start({
      lead: () => Promise.resolve(),
      follow: () => undefined,
      serve: () => Promise.resolve(),
      wake,
      ...work,
    })
  const logged = () => note.mock.calls.map((details) => details.find((one) => typeof one === 'string'))
  return { nodes, start, wake, database, logged, store: publishStore(database) }
}

describe.skipIf(postgresFolder === undefined)('a node among others (needs Postgres)', () => {
  const postgres = withPostgres()

  test('a node that fails at leading steps back, and says why until another leads', async () => {
    const url = await postgres().newDatabase()
    const failing = openNode(url, { lead: fail })
    await failing.start()
    expect(failing.nodes.failure()).toEqual({ message: 'Its disk is full.', faults: [] })
    expect([failing.nodes.isLeader(), failing.nodes.hasLease()]).toEqual([false, false])
    const able = openNode(url)
    await able.start()
    await vi.waitFor(() => expect(able.nodes.isLeader()).toBe(true), PATIENCE)
    able.nodes.sayFailure(undefined)
    await vi.waitFor(() => expect(failing.nodes.failure()).toBeUndefined(), PATIENCE)
  })

  test('a node that can’t publish leaves that to one that stands by, and goes on where none does', async () => {
    const url = await postgres().newDatabase()
    const failing = openNode(url)
    await failing.start()
    const full = { message: 'Its disk is full.', faults: [] }
    for (let count = 0; count < 3; count += 1) failing.nodes.sayFailure(full)
    await vi.waitFor(async () => expect((await failing.nodes.read()).failure).toEqual(full), PATIENCE)
    expect(failing.nodes.isLeader()).toBe(true)

    const able = openNode(url)
    await able.start()
    await vi.waitFor(() => expect(able.nodes.isFollower()).toBe(true), PATIENCE)
    expect(able.nodes.failure()?.message).toBe(
      'Another server publishes the site, and says: Its disk is full.',
    )
    const held = { message: 'A field is empty.', faults: [faultOf('home')] }
    for (let count = 0; count < 3; count += 1) failing.nodes.sayFailure(held)
    await vi.waitFor(() => expect(able.nodes.failure()).toEqual(held), PATIENCE)
    expect(failing.nodes.isLeader()).toBe(true)

    for (let count = 0; count < 2; count += 1) failing.nodes.sayFailure(full)
    await vi.waitFor(() => expect(able.nodes.isLeader()).toBe(true), PATIENCE)
    expect(failing.logged()).toContain('Publishing fails here, and is left to another node for a while.')
    able.nodes.sayFailure(undefined)
    await vi.waitFor(() => expect(failing.nodes.failure()).toBeUndefined(), PATIENCE)
    expect([failing.nodes.isFollower(), failing.nodes.hasLease()]).toEqual([true, false])
  })

  test('of two nodes with their own content one publishes, and the other only when told to', async () => {
    const url = await postgres().newDatabase()
    const [first, second] = [openNode(url, {}, 'right'), openNode(url, {}, 'wrong')]
    await first.start()
    await second.start()
    await vi.waitFor(
      () => expect(second.nodes.failure()?.message).toContain('Name that server as LAKE_URL here'),
      PATIENCE,
    )
    expect([first.nodes.isLeader(), second.nodes.hasLease()]).toEqual([true, false])
    // One without content may publish whenever it gets to.
    const third = openNode(url)
    await third.start()
    expect(third.nodes.failure()).toBeUndefined()
    await Promise.all([first, third].map(({ nodes }) => nodes.stop()))
    // Nobody has the lease now, and a node that starts asks for it before all else.
    const late = openNode(url, {}, 'wrong')
    await late.start()
    expect([late.nodes.hasLease(), second.nodes.hasLease()]).toEqual([false, false])
    expect(late.nodes.failure()?.message).toContain('Name that server as LAKE_URL here')
    await late.nodes.stop()
    // The one that was right takes its place again at once, though it was away.
    const again = openNode(url, {}, 'right')
    await again.start()
    expect([again.nodes.isLeader(), again.nodes.failure()]).toEqual([true, undefined])
    await again.nodes.stop()
    await second.database.query((db) =>
      db.deleteFrom('publish_settings').where('key', '=', 'content').execute(),
    )
    await vi.waitFor(() => expect(second.nodes.isLeader()).toBe(true), PATIENCE)
    expect(second.nodes.failure()).toBeUndefined()
  })

  test('a node with a read-only database says so, and names no other as publishing', async () => {
    const url = await postgres().newDatabase()
    const { nodes, start, logged } = openNode(url)
    await start()
    expect([nodes.isLeader(), nodes.isFollower(), nodes.failure()]).toEqual([true, false, undefined])
    await setReadOnly(url, true)
    const fault =
      'The database takes no changes (it is read-only): check that DATABASE_URL leads to the primary. What is published waits.'
    await vi.waitFor(() => expect(nodes.failure()?.message).toBe(fault), PATIENCE)
    await vi.waitFor(() => expect(logged()).toContain(fault), PATIENCE)
    await vi.waitFor(() => expect(logged().join('\n')).toContain('could not keep the right'), PATIENCE)
    expect([nodes.isLeader(), nodes.isFollower()]).toEqual([false, false])
    expect(logged()).not.toContain('Another node publishes the releases now.')
    await setReadOnly(url, false)
    await vi.waitFor(() => expect(nodes.isLeader()).toBe(true), PATIENCE)
    expect(nodes.failure()).toBeUndefined()
    await vi.waitFor(
      () => expect(logged()).toContain('The database answers and takes changes again.'),
      PATIENCE,
    )
  })

  test('a node whose place is taken says that another publishes', async () => {
    const url = await postgres().newDatabase()
    const [first, second] = [openNode(url), openNode(url)]
    await first.start()
    await first.database.query((db) => db.updateTable('leases').set({ holder: 'nobody yet' }).execute())
    await second.start()
    await vi.waitFor(
      () => expect(first.logged()).toContain('Another node publishes the releases now.'),
      PATIENCE,
    )
    expect([first.nodes.isLeader(), first.nodes.isFollower()]).toEqual([false, true])
  })

  test('a node that can’t serve a release says so, goes on with everything else, and tries again', async () => {
    const url = await postgres().newDatabase()
    const served = JSON.stringify({ id: 'r1', version: 1, build: 'b' })
    const serve = vi.fn<NodeWork['serve']>(fail)
    const { nodes, start, database, store, wake, logged } = openNode(url, { serve })
    await database.query((db) =>
      db.insertInto('publish_settings').values({ key: 'served', value: served }).execute(),
    )
    await start()
    const before = wake.mock.calls.length
    await store.hooks.add(hook())
    await start()
    expect(wake.mock.calls.length).toBeGreaterThan(before)
    const tries = serve.mock.calls.length
    await vi.waitFor(() => expect(serve.mock.calls.length).toBeGreaterThan(tries), PATIENCE)
    const fault = 'This node does not serve what was published: Its disk is full.'
    expect(nodes.unserved()?.message).toBe(fault)
    expect(nodes.failure()).toBeUndefined()
    serve.mockImplementation(() => Promise.resolve())
    await vi.waitFor(() => expect(nodes.unserved()).toBeUndefined(), PATIENCE)
    expect(logged().filter((line) => line === fault)).toHaveLength(1)
  })

  test('a publish recorded after a later one wakes a node too', async () => {
    const { start, database, wake } = openNode(await postgres().newDatabase())
    await start()
    const add = (id: number) => {
      const { document, revision, key, publishedAt, receivedAt } = hook()
      const row = { document, revision, key, published_at: publishedAt, received_at: receivedAt }
      return database.query((db) =>
        db
          .insertInto('hooks')
          .values({ id, ...row, pending: 1 })
          .execute(),
      )
    }
    for (const id of [8, 7]) {
      const before = wake.mock.calls.length
      await add(id)
      await start()
      expect(wake.mock.calls.length).toBeGreaterThan(before)
    }
  })

  test('how long a publish took is counted by one clock, as those of nodes differ', async () => {
    const url = await postgres().newDatabase()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_000 })
    onTestFinished(() => void vi.useRealTimers())
    await openNode(url).store.hooks.add({ ...hook(), receivedAt: Date.now() - 1_000 })
    vi.useRealTimers()
    const [pending] = await openNode(url).store.hooks.pending()
    const age = Date.now() - (pending?.receivedAt ?? 0)
    expect(age).toBeGreaterThanOrEqual(1_000)
    expect(age).toBeLessThan(61_000)
  })
})

/** Makes a database take changes or none from now on. */
async function setReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query('set default_transaction_read_only = off')
  await client.query(
    `alter database ${client.database} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
  )
  // A node that is connected goes on as before.
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}

function hook() {
  const at = new Date()
  return {
    key: randomUUID(),
    document: 'about',
    revision: 'one',
    publishedAt: at.toISOString(),
    receivedAt: at.getTime(),
  }
}
