import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import type { SubmissionList } from '../../api/contract/submissions.ts'
import { openStore } from '../../api/store/store.ts'
import { postgresFolder, startPostgres } from '../api/support/postgres.ts'
import { fill } from './support/filled-store.ts'
import { hammer } from './support/hammer.ts'
import { rounds, tabulate } from './support/tables.ts'

const target = new URL('support/api-target.ts', import.meta.url)
const COUNT = 100_000
const ROUNDS = rounds(40, 10)
const load = { connections: 64, seconds: rounds(4, 2) }

/** What editors wait for with 100,000 submissions, in ms, and what posts notice of it. */
export async function run(): Promise<void> {
  await onStore('SQLite', undefined)
  if (postgresFolder === undefined) return
  const postgres = await startPostgres()
  try {
    await onStore('PostgreSQL', await postgres.newDatabase())
  } finally {
    await postgres.stop()
  }
}

async function onStore(name: string, databaseUrl: string | undefined): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const store = openStore({ dataDir, databaseUrl, synchronous: 'full', onFault: () => undefined })
  await fill(store, COUNT)
  await store.close()
  if (databaseUrl !== undefined) await analyze(databaseUrl)
  const child = fork(target, [], {
    env: { ...process.env, BENCH_DATA_DIR: dataDir, BENCH_DATABASE_URL: databaseUrl ?? '' },
  })
  try {
    await measure(name, child)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** As the database does by itself a minute later. */
async function analyze(databaseUrl: string): Promise<void> {
  const client = new Client(databaseUrl)
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

async function measure(name: string, child: ChildProcess): Promise<void> {
  const [message] = await once(child, 'message')
  const port = Number(message.port)
  const api = `http://127.0.0.1:${port}/api`
  const search = (wish: object) => async () =>
    (await fetch(`${api}/submissions/search`, { method: 'POST', body: JSON.stringify(wish) })).json()
  const get = (address: string) => async () => (await fetch(api + address)).json()
  const first = (await search({})()) as SubmissionList
  const { id = '' } = first.submissions[0] ?? {}
  const until = new Date(Date.now() + 60_000).toISOString()
  const windows = Array.from({ length: 20 }, (_, index) => ({
    page: index === 0 ? '/' : `/page-${index}`,
    from: new Date(index).toISOString(),
    until,
  }))
  const campaign = async () =>
    (await fetch(`${api}/submissions/campaign`, { method: 'POST', body: JSON.stringify({ windows }) })).json()
  const wishes: Record<string, () => Promise<unknown>> = {
    'list, first page': search({}),
    'list, far back': search({ after: first.next, source: 'join', intent: 'demo' }),
    'list, suspected': search({ suspected: true }),
    'list, not delivered': search({ undelivered: true }),
    'search, found often': search({ search: 'company' }),
    'search, found once': search({ search: 'visitor77@' }),
    'search, two words, never found': search({ search: 'approval nowhere' }),
    'charts, 30 days': get('/submissions/counts?days=30'),
    'charts, a year': get('/submissions/counts?days=366'),
    'one campaign of 20 pages': campaign,
    'one submission': get(`/submissions/${id}`),
    'anything new': get(`/submissions/news?seen=${id}`),
  }
  const rows: Record<string, object> = {}
  for (const [what, ask] of Object.entries(wishes)) rows[what] = await timesOf(ask)
  tabulate(`${COUNT} submissions in ${name}`, `ms, ${ROUNDS} rounds`, rows)

  const alone = await posts(port)
  const reading = new AbortController()
  const reader = readOn(Object.values(wishes), reading.signal)
  const beside = await posts(port)
  reading.abort()
  await reader
  tabulate(`Posts beside ${COUNT} submissions in ${name}`, `${load.connections} connections`, {
    'posts, alone': alone,
    'posts, while an editor reads without a pause': beside,
  })
}

async function timesOf(ask: () => Promise<unknown>) {
  await ask()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now()
    await ask()
    times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  const at = (part: number) => Number((times[Math.floor(times.length * part)] ?? 0).toFixed(1))
  return { 'p50 ms': at(0.5), 'p95 ms': at(0.95) }
}

async function readOn(wishes: readonly (() => Promise<unknown>)[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) for (const ask of wishes) if (!signal.aborted) await ask()
}

let posted = 0
function body(): string {
  posted += 1
  return JSON.stringify({ email: `late${posted}@example.com`, firstName: 'Ada', companySize: '11-50' })
}

async function posts(port: number) {
  const { perSecond, p50, p99, refused } = await hammer(port, { ...load, body })
  return {
    'per second': Math.round(perSecond),
    'p50 ms': Number(p50.toFixed(1)),
    'p99 ms': Number(p99.toFixed(1)),
    refused,
  }
}
