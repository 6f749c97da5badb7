import { argv } from 'node:process'
import type { SitePaths } from './attack-corpus.ts'
import { fire } from './attack-fire.ts'
import { shotsOf, type Shot } from './attack-shots.ts'
import { faultIn } from './attack-verdict.ts'

/** What to attack, and how often. */
export interface Order {
  url: string
  forwarded: boolean
  paths: SitePaths
  /** A word of a draft, which no answer may hold. */
  secret: string
  seed: number
  /** Requests, upgrades and frames in all; the last connection may add some. */
  count: number
}

/** What was sent and came back. */
export interface Report {
  requests: number
  upgrades: number
  frames: number
  connections: number
  /** Connections that nobody took. */
  refused: number
  /** First statuses of connections; 0 for none. */
  statuses: Record<string, number>
  /** What was wrong, with the first request of each kind that showed it. */
  faults: string[]
}

const AT_ONCE = 96
const BATCH = 2_000

const order = JSON.parse(argv[2] ?? '{}') as Order
const report: Report = {
  requests: 0,
  upgrades: 0,
  frames: 0,
  connections: 0,
  refused: 0,
  statuses: {},
  faults: [],
}
const shots = allShots()
const seen = new Set<string>()

// Runs as a process of its own, so that neither the server nor who watches it shares a thread with the load.
await Promise.all(Array.from({ length: AT_ONCE }, attack))
process.send?.(report)

function* allShots(): Generator<Shot> {
  for (let seed = order.seed; ; seed += 1) yield* shotsOf(order.paths, seed, BATCH)
}

async function attack(): Promise<void> {
  while (report.requests + report.upgrades + report.frames < order.count && report.refused < AT_ONCE) {
    const { value: shot } = shots.next()
    if (!shot) return
    count(shot)
    const { text, refused } = await fire(shot, order)
    const status = /^HTTP\/1\.1 (\d{3})/u.exec(text)?.[1] ?? '0'
    report.statuses[status] = (report.statuses[status] ?? 0) + 1
    if (refused) report.refused += 1
    const fault = faultIn(text, order.secret)
    if (fault !== undefined) note(fault, shot)
  }
}

function note(fault: string, { request, changes, ending }: Shot): void {
  const kind = `${fault} <- ${request.method} ${request.target.slice(0, 120)}`
  if (seen.has(kind)) return
  seen.add(kind)
  report.faults.push(`${kind} ${JSON.stringify(changes, shortened)}, ${ending.kind}`)
}

function shortened(_name: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > 60 ? `${value.slice(0, 60)}… (${value.length})` : value
}

function count({ request, changes, frames }: Shot): void {
  const times = changes.reduce((all, change) => (change.kind === 'repeat' ? all * change.times : all), 1)
  report.connections += 1
  if (request.headers.some(([name]) => name === 'upgrade')) {
    report.upgrades += times
    report.frames += frames.length
  } else report.requests += times
}
