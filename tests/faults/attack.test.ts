import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newBuiltSite, SITE_PROCESS } from '../support/built-site.ts'
import { removeSiteFolder, startOwnSite, type OwnSite } from '../support/own-site.ts'
import type { Order, Report } from './support/attack-process.ts'
import { hiddenDraft, lakeState, pathsOf, serves, workOnce } from './support/attacked-site.ts'
import { stateOf, type ProcessState } from './support/process-state.ts'

/** Requests, upgrades and frames in all; `ATTACKS=200000` sends more of the same kind. */
const ATTACKS = Number(process.env['ATTACKS'] ?? 20_000)
const SEED = Number(process.env['ATTACK_SEED'] ?? 7)
const TOKEN = 'a-token-for-editors-only'
const SETTLE_MS = 90_000

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 })

const folders: string[] = []
let running: OwnSite | undefined
beforeAll(async () => {
  folders.push(await newBuiltSite(), await newBuiltSite())
})
afterEach(async () => {
  await running?.kill()
  const folder = folders.shift()
  if (folder !== undefined) removeSiteFolder(folder)
})

// An empty variable counts as unset: a fresh clone has none.
const fresh = { name: 'a fresh clone', env: { SITE_URL: '' }, token: undefined }
const proxied = {
  name: 'a server behind a proxy, for strangers without its token',
  env: { SITE_URL: 'https://example.com', TRUST_PROXY: '1', LAKE_TOKEN: TOKEN },
  token: TOKEN,
}

test.skipIf(process.platform !== 'linux').each([fresh, proxied])(
  `${ATTACKS / 2} generated requests, upgrades and frames leave $name as it was`,
  async ({ env, token }) => {
    const site = (running = await startOwnSite(folders[0] ?? '', SITE_PROCESS, env))
    const pid = site.child.pid ?? 0
    const secret = await hiddenDraft(site.url, token)
    const order = {
      url: site.url,
      forwarded: token !== undefined,
      paths: await pathsOf(site.url, token),
      // Whoever reaches a fresh clone is its editor, and may read drafts.
      secret: token === undefined ? 'no draft holds this' : secret,
    }
    await workOnce(site.url, token, order.paths)
    // The first few load what is loaded on demand, so that the measure is of a server that has worked.
    const early = await attack(site, { ...order, seed: SEED - 1_000, count: ATTACKS / 5 })
    const before = await quiet(pid)
    const content = await lakeState(site.url, token)

    const faults = await attack(site, { ...order, seed: SEED, count: (ATTACKS * 3) / 10 })

    expect([...early, ...faults]).toEqual([])

    if (token !== undefined) expect(await lakeState(site.url, token)).toEqual(content)
    await serves(site.url, token)
    await settled(pid, site.url, before)
    expect(site.child.exitCode).toBeNull()
  },
)

/** Runs the attack in a process of its own, while page and health are asked for. Returns what was answered wrongly. */
async function attack(site: OwnSite, order: Order): Promise<string[]> {
  const attacker = fork(new URL('support/attack-process.ts', import.meta.url), [JSON.stringify(order)])
  const over = new AbortController()
  const probing = probe(site.url, over.signal)
  const [report] = (await once(attacker, 'message')) as [Report]
  over.abort()
  const missed = await probing
  console.info(summary(report, order.seed))
  const ended = site.child.exitCode === null ? 'still runs' : site.output().slice(-3_000)
  expect({ ended, missed, refused: report.refused }).toEqual({ ended: 'still runs', missed: [], refused: 0 })
  expect(report.requests + report.upgrades + report.frames).toBeGreaterThanOrEqual(order.count)
  return report.faults
}

/** Asks for page and health until told to stop, and says which were not answered with 200. */
async function probe(url: string, signal: AbortSignal): Promise<string[]> {
  const missed: string[] = []
  while (!signal.aborted && missed.length < 5) {
    for (const path of ['/', '/api/health']) {
      const asked = fetch(url + path, { signal: AbortSignal.timeout(60_000) })
      const status = await asked.then((response) => response.status, String)
      if (status !== 200) missed.push(`${path}: ${status}`)
    }
    await pause(50)
  }
  return missed
}

/** Waits until nothing of the load is open any more, keep-alive connections included, and says what is then. */
async function quiet(pid: number): Promise<ProcessState> {
  let last = stateOf(pid)
  for (let calm = 0, rounds = 0; calm < 14; calm += 1, rounds += 1) {
    if (rounds === 120) throw new Error(`The server came to no rest: ${JSON.stringify(last)}`)
    await pause(500)
    const now = stateOf(pid)
    if (now.sockets !== last.sockets || now.files !== last.files) calm = 0
    last = now
  }
  return last
}

/**
 * Waits until the server holds no more than before: sockets and files to the last one, memory within a fifth. Page
 * after page is asked for meanwhile, since a program that does nothing does not tidy its memory.
 */
async function settled(pid: number, url: string, before: ProcessState): Promise<void> {
  await vi.waitFor(
    async () => {
      for (let count = 0; count < 200; count += 1) await (await fetch(url)).arrayBuffer()
      // Until the server has closed the connections of these, too.
      await pause(6_000)
      const { sockets, files, residentBytes } = stateOf(pid)
      expect({ sockets: Math.max(sockets, before.sockets) }).toEqual({ sockets: before.sockets })
      expect({ files: Math.max(files, before.files) }).toEqual({ files: before.files })
      expect(residentBytes / 2 ** 20).toBeLessThan((before.residentBytes / 2 ** 20) * 1.2)
    },
    { timeout: SETTLE_MS, interval: 500 },
  )
}

function summary({ faults, ...counts }: Report, seed: number): string {
  return `Seed ${seed}: ${JSON.stringify(counts)}, ${faults.length} faults.`
}
