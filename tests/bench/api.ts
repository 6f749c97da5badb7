import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { postgresFolder, startPostgres } from '../api/support/postgres.ts'
import { hammer, type Figures } from './support/hammer.ts'
import { rounds, tabulate } from './support/tables.ts'

const target = new URL('support/api-target.ts', import.meta.url)
const load = { connections: 64, seconds: rounds(4, 2), body }
const ROUNDS = rounds(9, 3)

/**
 * Posts a second with full durability, on SQLite and on PostgreSQL where this machine has it, beside two floors of the
 * same minute: the same stack without storage, and SQLite alone with a commit for each row. Medians of rounds that take
 * turns, as machines waver.
 */
export async function run(): Promise<void> {
  await using started = new AsyncDisposableStack()
  const postgres =
    postgresFolder === undefined ? undefined : started.adopt(await startPostgres(), (server) => server.stop())
  const floors: Figures[] = []
  const stored: Figures[] = []
  const shared: Figures[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(await measure(['floor']))
    stored.push(await measure([]))
    if (postgres) shared.push(await measure([], await postgres.newDatabase()))
  }
  const [floor, full, raw] = [median(floors), median(stored), rawInserts()]
  tabulate('Posts', `64 connections, medians of ${ROUNDS} rounds in turns`, {
    'forms API, stored durably': row(full, floor),
    ...(postgres && { 'forms API, stored durably on PostgreSQL': row(median(shared), floor) }),
    'floor: same stack, no storage': row(floor, floor),
    'floor: raw SQLite, one row a commit': { 'per second': Math.round(raw) },
  })
}

async function measure(args: string[], databaseUrl = ''): Promise<Figures> {
  const child = fork(target, args, { env: { ...process.env, BENCH_DATABASE_URL: databaseUrl } })
  const [message] = await once(child, 'message')
  const port = Number(message.port)
  await hammer(port, { ...load, seconds: 1 })
  const figures = await hammer(port, load)
  child.kill('SIGKILL')
  await once(child, 'exit')
  return figures
}

let turn = 0
function body(count: number): string {
  turn += count === 1 ? 1 : 0
  const email = `visitor-${turn}-${count}@example.com`
  return JSON.stringify({
    email,
    firstName: 'Ada',
    company: 'Example',
    role: 'CTO',
    companySize: '11-50',
    age: 9_000,
  })
}

function row({ perSecond, p50, p99, refused }: Figures, floor: Figures) {
  return {
    'per second': Math.round(perSecond),
    'of floor': Number((perSecond / floor.perSecond).toFixed(2)),
    'p50 ms': Number(p50.toFixed(1)),
    'p99 ms': Number(p99.toFixed(1)),
    refused,
  }
}

function median(figures: Figures[]): Figures {
  const sorted = figures.toSorted((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new RangeError('There is nothing to take the median of.')
  return middle
}

function rawInserts(): number {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'bench-')), 'raw.sqlite')
  const db = new DatabaseSync(file)
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table entry (id integer primary key, text)',
  )
  const insert = db.prepare('insert into entry (text) values (?)')
  const end = performance.now() + load.seconds * 1_000
  let count = 0
  for (; performance.now() < end; count += 1) insert.run(body(count))
  db.close()
  return count / load.seconds
}
