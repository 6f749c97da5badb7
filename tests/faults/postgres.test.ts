import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { postgresFolder, startPostgres } from '../api/support/postgres.ts'
import { startLoad } from './support/load.ts'
import { startTarget } from './support/start-target.ts'

vi.setConfig({ testTimeout: 120_000 })

test.skipIf(postgresFolder === undefined)(
  'two nodes live through a crash of their Postgres and lose no acknowledged post (needs Postgres)',
  async () => {
    const postgres = await startPostgres()
    const url = await postgres.newDatabase()
    const start = () => startTarget(mkdtempSync(path.join(tmpdir(), 'node-')), { DATABASE_URL: url })
    const nodes = await Promise.all([start(), start()])
    const loads = nodes.map((node, index) => startLoad(node.url, `node-${index}`))
    await Promise.all(loads.map((load) => load.reached(100)))
    await postgres.crash()
    await Promise.all(
      loads.map((load) => vi.waitFor(() => expect(load.statuses.get(503)).toBeGreaterThan(0), 20_000)),
    )
    const before = loads.map((load) => load.acknowledged.length)
    await postgres.restart()
    await Promise.all(loads.map((load, index) => load.reached((before[index] ?? 0) + 100)))
    await Promise.all(loads.map((load) => load.stop()))

    for (const load of loads) expect([...load.statuses.keys()].toSorted((a, b) => a - b)).toEqual([201, 503])
    const client = new Client(url)
    await client.connect()
    const { rows } = await client.query(`
      select email, (select count(*)::int from outbox where entry_id = waitlist.id) as copies from waitlist
      union all select email, (select count(*)::int from outbox where entry_id = contact.id) from contact`)
    await client.end()
    const stored = new Map(rows.map(({ email, copies }) => [email, copies]))
    expect(stored.size).toBe(rows.length)
    for (const { fields } of loads.flatMap((load) => load.acknowledged))
      expect(stored.get(fields['email'])).toBe(2)
    await Promise.all(nodes.map((node) => node.kill('SIGTERM')))
    await postgres.stop()
  },
)
