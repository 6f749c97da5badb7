import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ReleaseList } from '../../../api/contract/publishing.ts'
import { rebuildWebhook } from '../../../api/publishing/webhook.ts'
import { openLake } from '../../../studio/lake/lake.ts'
import { serveLake } from '../../../studio/lake/serve.ts'
import { newBuiltSite, SITE_PROCESS } from '../../support/built-site.ts'
import { root } from '../../support/lake.ts'
import { startOwnSite, type OwnSite } from '../../support/own-site.ts'

const WEBHOOK_SECRET = 'known to lake and nodes'

/** Content that no node holds, as hosted content is, and a webhook that can be led to another node. */
export async function startSharedLake() {
  const lake = await openLake({
    dataDir: mkdtempSync(path.join(tmpdir(), 'lake-')),
    seedDir: path.join(root, 'studio/seed'),
    webhooks: [{ ...rebuildWebhook, secret: WEBHOOK_SECRET }],
  })
  const served = await serveLake(lake)
  return {
    url: served.url,
    tell: (node: string) => lake.setWebhookUrl(rebuildWebhook.name, `${node}/api/rebuild`),
    close: async () => {
      await served.close()
      await lake.close()
    },
  }
}

/** A node, which can be ended and started again on its folder. */
export interface Node {
  url: string
  folder: string
  output: () => string
  kill(signal: NodeJS.Signals): Promise<void>
  restart(): Promise<void>
}

/**
 * Starts a node on a folder of its own: the whole server, without content of its own.
 * @param prepare called with the folder before the first start
 */
export async function startNode(
  env: { LAKE_URL: string; DATABASE_URL: string } & Record<string, string>,
  prepare: (folder: string) => void = () => undefined,
): Promise<Node> {
  const folder = await newBuiltSite()
  prepare(folder)
  const start = (): Promise<OwnSite> =>
    startOwnSite(folder, SITE_PROCESS, { REBUILD_WEBHOOK_SECRET: WEBHOOK_SECRET, ...env })
  let site = await start()
  let said = ''
  return {
    folder,
    get url() {
      return site.url
    },
    output: () => said + site.output(),
    kill: (signal) => site.kill(signal),
    restart: async () => {
      said += site.output()
      site = await start()
    },
  }
}

/** Makes what was built in a folder pass for the build of another version. */
export function changeBuild({ folder }: Node, key: string): void {
  const file = path.join(folder, 'dist/build.json')
  const record = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...record, key }))
}

/** Takes a release away that a node has, but does not serve. */
export function removeRelease({ folder }: Node, id: string): void {
  rmSync(path.join(folder, 'dist/releases', id), { recursive: true })
  rmSync(path.join(folder, `dist/manifests/${id}.json`))
}

/** Passes each request on to the next node, and to the one after it where that one takes no connection. */
export async function startProxy(nodes: readonly Node[]) {
  let next = 0
  function pass(incoming: IncomingMessage, outgoing: ServerResponse, tries = nodes.length): void {
    next = (next + 1) % nodes.length
    const passed = request(`${nodes[next]?.url}${incoming.url}`, { agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => {
      if (tries > 1) pass(incoming, outgoing, tries - 1)
      else outgoing.writeHead(502).end()
    })
    passed.end()
  }
  const server = createServer((incoming, outgoing) => pass(incoming, outgoing)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** Does something again and again until it is stopped, and counts its outcomes. */
export function startLoop(act: (count: number) => Promise<number>) {
  const outcomes = new Map<number, number>()
  const stopping = new AbortController()
  async function run(): Promise<void> {
    for (let count = 0; !stopping.signal.aborted; count += 1) {
      const outcome = await act(count)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      await pause(5)
    }
  }
  const running = run()
  return {
    outcomes,
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** The title of the page that is served there. */
export async function titleAt(url: string): Promise<string> {
  return /<title>[^<]*/u.exec(await (await fetch(url)).text())?.[0] ?? ''
}

/** The answer is read to its end, as its connection is used again. */
export async function statusOf(url: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(url, init)
  await response.arrayBuffer()
  return response.status
}

/** The versions that a node lists. */
export async function releasesOf({ url }: Node): Promise<ReleaseList> {
  return (await (await fetch(`${url}/api/releases`)).json()) as ReleaseList
}

/** Goes back to a release, or forward. Returns the list. */
export async function turn({ url }: Node, id = ''): Promise<unknown> {
  return (await fetch(`${url}/api/releases/${id}/switch`, { method: 'POST' })).json()
}
