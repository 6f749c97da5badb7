import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { postgresFolder, startPostgres, type Postgres } from '../api/support/postgres.ts'
import { clientOf } from '../support/lake.ts'
import { removeSiteFolder } from '../support/own-site.ts'
import {
  changeBuild,
  releasesOf,
  removeRelease,
  startLoop,
  startNode,
  startProxy,
  startSharedLake,
  statusOf,
  titleAt,
  turn,
  type Node,
} from './support/nodes.ts'
import { startSmtpSink, type SmtpSink } from './support/smtp-sink.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/** A dead node's place is taken after seconds, on a machine that may be busy. */
const PATIENCE = { timeout: 60_000, interval: 50 }

describe.skipIf(postgresFolder === undefined)('three nodes on one PostgreSQL (needs Postgres)', () => {
  let postgres: Postgres
  let lake: Awaited<ReturnType<typeof startSharedLake>>
  let mail: SmtpSink
  let database: string
  const nodes: Node[] = []

  beforeAll(async () => {
    postgres = await startPostgres()
    database = await postgres.newDatabase()
    lake = await startSharedLake()
    mail = await startSmtpSink(() => 'accept')
    for (let count = 0; count < 3; count += 1)
      nodes.push(
        await startNode({
          LAKE_URL: lake.url,
          DATABASE_URL: database,
          SMTP_URL: mail.url,
          NOTIFY_EMAIL: 'team@example.com',
          // Each post of a load comes from an address of its own.
          TRUST_PROXY: '1',
          LAKE_TOKEN: 'a-token-of-enough-characters',
        }),
      )
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.kill('SIGKILL')))
    await mail.close()
    await lake.close()
    await postgres.stop()
    for (const { folder } of nodes) removeSiteFolder(folder)
  })

  function at(index: number): Node {
    const node = nodes[index]
    if (!node) throw new Error(`There is no node ${index}.`)
    return node
  }

  /** Publishes a word that is on every page, and has a node told of it. */
  async function publish(word: string, told: Node): Promise<void> {
    lake.tell(told.url)
    await clientOf(lake.url).patch('settings').set({ 'brand.descriptor': word }).commit()
  }

  async function allServe(word: string, some: readonly Node[] = nodes): Promise<void> {
    for (const { url } of some)
      await vi.waitFor(async () => expect(await titleAt(url)).toContain(word), PATIENCE)
  }

  async function ask<Row extends object>(sql: string): Promise<Row[]> {
    const client = new Client(database)
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }

  /** How many releases were rendered, by all nodes. */
  function rendered(): number {
    return nodes.flatMap(({ output }) => [...output().matchAll(/The site was published\./gu)]).length
  }

  async function leader(): Promise<Node> {
    const [lease] = await ask<{ holder: string }>('select holder from leases')
    const found = nodes.find(({ output }) => output().includes(lease?.holder ?? 'nobody'))
    if (!found) throw new Error('No node has the lease.')
    return found
  }

  test('a publish that any node hears of is rendered by one and served by all, with one receipt', async () => {
    for (const [round, node] of nodes.entries()) {
      const before = rendered()
      await publish(`Engine ${round}`, node)
      await allServe(`Engine ${round}`)
      const receipts = async () =>
        Promise.all(nodes.map(async ({ url }) => (await fetch(`${url}/api/publishes/settings`)).json()))
      await vi.waitFor(async () => {
        const [one, ...others] = await receipts()
        expect(one).toMatchObject({ receipt: { state: 'live' } })
        for (const other of others) expect(other).toEqual(one)
      }, PATIENCE)
      expect(rendered() - before).toBe(1)
    }
    const [one, ...others] = await Promise.all(nodes.map(releasesOf))
    for (const other of others) expect(other).toEqual(one)
  })

  test('a share link opens at every node, and is withdrawn at any', async () => {
    const made = await fetch(`${at(0).url}/api/preview/shares`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ perspective: 'drafts', path: '/platform' }),
    })
    const { id, url: link } = (await made.json()) as { id: string; url: string }
    const statuses = async () => Promise.all(nodes.map(async (node) => statusOf(node.url + link)))
    expect(await statuses()).toEqual([200, 200, 200])
    expect(await statusOf(`${at(2).url}/api/preview/shares/${id}`, { method: 'DELETE' })).toBe(200)
    expect(await statuses()).toEqual([410, 410, 410])
  })

  test('all nodes go back with the one asked, stay there, and go forward with another', async () => {
    const { releases } = await releasesOf(at(0))
    const [newest, earlier] = releases
    // A node that came later has not served what the others did.
    removeRelease(at(2), earlier?.id ?? '')
    expect(await statusOf(`${at(2).url}/api/releases/${newest?.id}/changes`)).toBe(200)
    expect(await turn(at(1), earlier?.id)).toMatchObject({ current: earlier?.id, pinned: earlier?.id })
    await allServe('Engine 1')
    await publish('Engine held', at(0))
    await vi.waitFor(
      async () =>
        expect(await (await fetch(`${at(2).url}/api/publishes/settings`)).json()).toMatchObject({
          receipt: { state: 'waiting' },
        }),
      PATIENCE,
    )
    await allServe('Engine 1')
    expect(await turn(at(2), newest?.id)).toMatchObject({ pinned: null })
    await allServe('Engine held')
  })

  async function postFromOne(count: number): Promise<number> {
    return statusOf(`${at(count % 3).url}/api/waitlist`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ email: `limited-${count}@example.com`, age: 60_000 }),
    })
  }

  test('the limit of posts holds for the sum', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 36; count += 1) statuses.push(await postFromOne(count))
    expect(statuses.filter((status) => status === 201)).toHaveLength(30)
    expect(statuses.slice(30)).toEqual(Array.from({ length: 6 }, () => 429))
  })

  test('when the publishing node dies another takes over, and the dead one follows once it is back', async () => {
    const dead = await leader()
    await dead.kill('SIGKILL')
    const alive = nodes.filter((node) => node !== dead)
    await publish('Engine survived', alive[0] ?? dead)
    await allServe('Engine survived', alive)
    await dead.restart()
    await allServe('Engine survived')
  })

  test('everything acknowledged is there once, whatever is killed', async () => {
    const acknowledged: string[] = []
    const post = async (index: number, count: number): Promise<number> => {
      const email = `load-${index}-${count}@example.com`
      const address = `10.${index}.${Math.floor(count / 250)}.${count % 250}`
      const status = await statusOf(`${at(index).url}/api/waitlist`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': address,
          'idempotency-key': email,
        },
        body: JSON.stringify({ email, age: 60_000 }),
        signal: AbortSignal.timeout(15_000),
      }).catch(() => 0)
      if (status === 201) acknowledged.push(email)
      return status
    }
    const loads = nodes.map((_, index) => startLoop((count) => post(index, count)))
    const more = async (count: number) => {
      const before = acknowledged.length
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + count), PATIENCE)
    }
    await more(60)
    await at(0).kill('SIGKILL')
    await more(20)
    await at(1).kill('SIGTERM')
    await postgres.crash()
    await postgres.restart()
    await more(20)
    await Promise.all([at(0).restart(), at(1).restart()])
    await more(60)
    await Promise.all(loads.map((load) => load.stop()))
    for (const { outcomes } of loads)
      for (const status of outcomes.keys()) expect([0, 201, 503]).toContain(status)

    const rows = await ask<{ email: string }>(`select email from waitlist where email like 'load-%'`)
    const stored = new Set(rows.map(({ email }) => email))
    expect(stored.size).toBe(rows.length)
    expect(acknowledged.filter((email) => !stored.has(email))).toEqual([])
    // What the killed node had claimed is left to it for minutes.
    const left = `select 1 from outbox where channel = 'mail' and state <> 'done' and claimed_until = 0`
    await vi.waitFor(async () => expect(await ask(left)).toEqual([]), PATIENCE)
    const delivered = await ask(`select 1 from outbox where channel = 'mail' and state = 'done'`)
    expect(delivered.length).toBeGreaterThan(acknowledged.length / 2)
    // Some were sent again, a batch for each node that could not write down that it had sent them, under the same id.
    const mails = mail.taken.length
    expect(new Set(mail.taken).size).toBeGreaterThanOrEqual(delivered.length)
    expect(mails - new Set(mail.taken).size).toBeLessThan(60)
  })

  test('nodes are upgraded one after another without a failed request, and show what is published', async () => {
    const proxy = await startProxy(nodes)
    const visitor = startLoop(() => statusOf(`${proxy.url}/platform`))
    for (const [round, node] of nodes.entries()) {
      await node.kill('SIGTERM')
      changeBuild(node, 'next')
      await node.restart()
      await publish(`Engine next ${round}`, at((round + 1) % 3))
      await allServe(`Engine next ${round}`)
    }
    await visitor.stop()
    proxy.close()
    expect([...visitor.outcomes.keys()]).toEqual([200])
    const before = rendered()
    await publish('Engine upgraded', at(0))
    await allServe('Engine upgraded')
    expect(rendered() - before).toBe(1)
  })
})
