import { OperationalError } from '../../api/contract/operational-error.ts'
import { stateOf } from '../faults/support/process-state.ts'
import { answerOf, hit, missingForLoad, type Asked } from './support/load.ts'
import { missingForNginx, pinned, startNginx } from './support/nginx.ts'
import { median } from './support/published-site.ts'
import { startServer } from './support/running-server.ts'
import { rounds, tabulate } from './support/tables.ts'

const ROUNDS = rounds(9, 3)
const CONNECTIONS = [1, 64]
const SETTLE_MS = 5_000

/**
 * Our server beside Debian's nginx: the same release, the same headers of pages, compressed ahead of time, each on one
 * core and in turns, as machines waver. What asks has a core of its own.
 * @throws OperationalError where a program is missing
 */
export async function run(): Promise<void> {
  const missing = missingForLoad() ?? missingForNginx()
  if (missing !== undefined) throw new OperationalError(`This bench needs ${missing}.`)
  const server = await startServer()
  let nginx: Awaited<ReturnType<typeof startNginx>> | undefined
  try {
    await server.studioIsBuilt()
    nginx = await startNginx(server.siteFolder)
    pinned(server.pid)
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    const idle = residentMb(server.pid)
    const rows: Record<string, object> = {}
    for (const [name, asked] of Object.entries(await toAsk(server.url)))
      for (const connections of CONNECTIONS)
        rows[`${name}, ${connections}`] = await compare(server.url, nginx.url, asked, connections)
    tabulate('Requests a second', `one core, by connections, median of ${ROUNDS} in turns`, rows)
    tabulate('Memory of the server', 'MB resident', {
      server: { idle, 'after all requests': residentMb(server.pid) },
    })
  } finally {
    await nginx?.stop()
    await server.stop()
  }
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

async function compare(ours: string, nginx: string, asked: Asked, connections: number): Promise<object> {
  const [own, other] = [await answerOf(ours, asked), await answerOf(nginx, asked)]
  const [perSecond, p99, peer]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    const figures = await hit(ours, own, connections)
    perSecond.push(figures.perSecond)
    p99.push(figures.p99)
    peer.push((await hit(nginx, other, connections)).perSecond)
  }
  return {
    ours: Math.round(median(perSecond)),
    nginx: Math.round(median(peer)),
    'of nginx': Number((median(perSecond) / median(peer)).toFixed(2)),
    'p99 ms': Number(median(p99).toFixed(2)),
    'head, bytes': own.head,
    'of nginx’s': other.head,
    'body, bytes': own.body,
  }
}

/** What a process holds in memory, in MB. */
function residentMb(pid: number): number {
  return Math.round(stateOf(pid).residentBytes / 1_048_576)
}
