import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import { createLog } from '../../../api/log.ts'
import { createNodes, type NodeWork } from '../../../api/publishing/nodes.ts'
import { publishStore } from '../../../api/store/publishing/publish-store.ts'
import { sharedDatabase } from '../../../api/store/database/shared-database.ts'
import { newFolder } from '../support/publishing.ts'
import { postgresFolder, startPostgres, type Postgres } from '../support/postgres.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const PATIENCE = { timeout: 60_000, interval: 20 }

const fail = () => Promise.reject(new OperationalError('Its disk is full.'))

/** A node that does what `work` says, and nothing else; it ends with the test. */
function openNode(databaseUrl: string, work: Partial<NodeWork> = {}, content?: string) {
  const database = sharedDatabase(databaseUrl, newFolder())
  const nodes = createNodes({
    database,
    databaseUrl,
    contentId: content === undefined ? undefined : () => Promise.resolve(content),
    dist: '/nowhere',
    getRenderer: () => Promise.reject(new OperationalError('There is no site.')),
    log: createLog('silent'),
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
  return { nodes, start, wake, database, store: publishStore(database) }
}

describe.skipIf(postgresFolder === undefined)('a node among others (needs Postgres)', () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres({ isHasty: true })
  })
  afterAll(() => postgres.stop())

  test('one that fails at leading leaves it to another, and says why until that one leads', async () => {
    const url = await postgres.newDatabase()
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

  test('of two that have content of their own, one draws, and the other never does unless somebody wants it to', async () => {
    const url = await postgres.newDatabase()
    const [first, second] = [openNode(url, {}, 'right'), openNode(url, {}, 'wrong')]
    await first.start()
    await second.start()
    await vi.waitFor(
      () => expect(second.nodes.failure()?.message).toContain('Name that server as LAKE_URL here'),
      PATIENCE,
    )
    expect([first.nodes.isLeader(), second.nodes.hasLease()]).toEqual([true, false])
    // One without content may draw whenever it gets to.
    const third = openNode(url)
    await third.start()
    expect(third.nodes.failure()).toBeUndefined()
    await Promise.all([first, third].map(({ nodes }) => nodes.stop()))
    // Nobody has the lease now, and who starts asks for it before all else.
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

  test('one that can’t serve what it shall goes on with all else, and tries again', async () => {
    const url = await postgres.newDatabase()
    const served = JSON.stringify({ id: 'r1', version: 1, build: 'b' })
    const serve = vi.fn<NodeWork['serve']>(fail)
    const { start, database, store, wake } = openNode(url, { serve })
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
  })

  test('a publish that is written down after a later one wakes it, too', async () => {
    const { start, database, wake } = openNode(await postgres.newDatabase())
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
})

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
