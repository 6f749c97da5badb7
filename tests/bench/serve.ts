import { OperationalError } from '../../api/contract/operational-error.ts'
import { stateOf } from '../faults/support/process-state.ts'
import { startBareServer } from './support/bare.ts'
import { answerOf, hit, missingForLoad, type Answer, type Asked, type Target } from './support/load.ts'
import { missingForNginx, pinned, startNginx } from './support/nginx.ts'
import { median } from './support/published-site.ts'
import { startServer } from './support/running-server.ts'
import { rounds, tabulate } from './support/tables.ts'

const ROUNDS = rounds(9, 3)
const CONNECTIONS = [1, 64]
const SETTLE_MS = 5_000

/**
 * Our server beside Debian's nginx: the same release with the same headers, compressed ahead of time, each on one core
 * and in turns, as a machine's speed varies. And beside Node's own server with prepared answers, the floor for any server
 * on Node. The client has a core of its own and is slower than a server that answers from memory, so a server is measured
 * by the CPU time of an answer.
 * @throws OperationalError where a program is missing
 */
export async function run(): Promise<void> {
  const missing = missingForLoad() ?? missingForNginx()
  if (missing !== undefined) throw new OperationalError(`This bench needs ${missing}.`)
  const server = await startServer()
  await using started = new AsyncDisposableStack()
  started.defer(() => server.stop())
  await server.studioIsBuilt()
  const nginx = started.adopt(await startNginx(server.siteFolder), ({ stop }) => stop())
  const asked = Object.entries(await toAsk(server.url))
  const own = await Promise.all(asked.map(([, one]) => answerOf(server.url, one)))
  const bare = started.adopt(await startBareServer(server.url, own), ({ stop }) => stop())
  for (const { pid } of [server, bare]) pinned(pid)
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  const before = residentMb(server.pid)
  const rows: Record<string, object> = {}
  for (const [at, [name, one]] of asked.entries()) {
    const answers = { own: own[at] as Answer, other: await answerOf(nginx.url, one) }
    for (const connections of CONNECTIONS)
      rows[`${name}, ${connections}`] = await compare({ ours: server, bare, nginx }, answers, connections)
  }
  tabulate(
    'Requests a second',
    `of its processor, by connections, median of ${ROUNDS} in turns; “asked” is how many came`,
    rows,
  )
  tabulate('Memory of the server', 'MB resident', {
    server: { 'before all requests': before, 'after all requests': residentMb(server.pid) },
  })
}

/** What is asked for, by its name in the table. */
async function toAsk(url: string): Promise<Record<string, Asked>> {
  const home = await (await fetch(url)).text()
  const [asset = ''] = /\/assets\/[\w.-]+\.js/u.exec(home) ?? []
  return {
    'small page': { path: '/privacy', status: 200 },
    home: { path: '/', status: 200 },
    asset: { path: asset, status: 200 },
    'known page': { path: '/', status: 304 },
    'missing page': { path: '/no/such/page', status: 404 },
  }
}

async function compare(
  targets: { ours: Target; bare: Target; nginx: Target },
  { own, other }: { own: Answer; other: Answer },
  connections: number,
): Promise<object> {
  const all = {
    ours: [] as number[],
    asked: [] as number[],
    floor: [] as number[],
    nginx: [] as number[],
    p99: [] as number[],
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const figures = await hit(targets.ours, own, connections)
    all.ours.push(figures.perSecond)
    all.asked.push(figures.asked)
    all.p99.push(figures.p99)
    all.floor.push((await hit(targets.bare, own, connections)).perSecond)
    all.nginx.push((await hit(targets.nginx, other, connections)).perSecond)
  }
  const [ours, floor, nginx] = [median(all.ours), median(all.floor), median(all.nginx)]
  return {
    ours: Math.round(ours),
    floor: Math.round(floor),
    nginx: Math.round(nginx),
    'of floor': Number((ours / floor).toFixed(2)),
    'of nginx': Number((ours / nginx).toFixed(2)),
    asked: Math.round(median(all.asked)),
    'p99 ms': Number(median(all.p99).toFixed(2)),
    'head, bytes': own.head,
    'of nginx’s': other.head,
    'body, bytes': own.body,
  }
}

/** What a process holds in memory, in MB. */
function residentMb(pid: number): number {
  return Math.round(stateOf(pid).residentBytes / 1_048_576)
}
