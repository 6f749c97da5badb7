import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { stateOf } from '../faults/support/process-state.ts'
import { newBuiltSite, SITE_PROCESS } from '../support/built-site.ts'
import { removeSiteFolder, startOwnSite } from '../support/own-site.ts'
import { ATTACK_NAMES, type Target } from './support/attack-load.ts'
import type { Measured } from './support/attack-meter.ts'
import { quantile } from './support/published-site.ts'
import { rounds, tabulate } from './support/tables.ts'

const SECONDS = rounds(10, 3)
const TARGET_MS = 250
const IMAGE_QUERY = encodeURIComponent('*[_type == "sanity.imageAsset"][0].url')

/**
 * What visitors wait for page and post while one attack after another goes on, each on a server of its own and
 * from processes of their own, beside the same without attack.
 */
export async function run(): Promise<void> {
  const rows: Record<string, object> = { 'no attack': await measure(undefined) }
  for (const name of ATTACK_NAMES) rows[name] = await measure(name)
  tabulate('Answers under attack', `ms, ${SECONDS} s each`, rows)
}

async function measure(attack: string | undefined): Promise<object> {
  const folder = await newBuiltSite()
  const site = await startOwnSite(folder, SITE_PROCESS, { RATE_LIMIT: 'off' })
  try {
    const target: Target = { url: site.url, image: await imageOf(site.url) }
    await meter(site.url, 1)
    const load =
      attack === undefined
        ? undefined
        : fork(new URL('support/attack-load.ts', import.meta.url), [attack, JSON.stringify(target)])
    // The start of the attacker's process is no part of the attack.
    if (load) await pause(1_000)
    const memory = followMemory(site.child.pid ?? 0)
    const measured = await meter(site.url, SECONDS)
    load?.kill('SIGKILL')
    const died = site.child.exitCode !== null
    return { ...row(measured), 'most MB': memory.stop(), ...(died && { died }) }
  } finally {
    await site.kill()
    removeSiteFolder(folder)
  }
}

async function meter(url: string, seconds: number): Promise<Measured> {
  const child = fork(new URL('support/attack-meter.ts', import.meta.url), [url, String(seconds)])
  const [measured] = (await once(child, 'message')) as [Measured]
  return measured
}

function row({ page, post, failed }: Measured) {
  const worstOfBoth = Math.max(quantile(page, 0.99), quantile(post, 0.99))
  return {
    'page p50': part(page, 0.5),
    'page p99': part(page, 0.99),
    'page worst': part(page, 1),
    'post p50': part(post, 0.5),
    'post p99': part(post, 0.99),
    'post worst': part(post, 1),
    failed,
    [`p99 ≤ ${TARGET_MS}`]: worstOfBoth <= TARGET_MS && failed === 0 ? 'yes' : 'no',
  }
}

function part(times: readonly number[], share: number): number {
  return Math.round(quantile(times, share))
}

async function imageOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/v2025-02-19/data/query/production?query=${IMAGE_QUERY}`)
  const { result } = (await answer.json()) as { result: string }
  return new URL(result).pathname
}

/** Looks at a process's memory now and then; `stop` gives the most that it held. */
function followMemory(pid: number): { stop(): number } {
  const stopping = new AbortController()
  let most = 0
  void (async () => {
    while (!stopping.signal.aborted) {
      try {
        most = Math.max(most, stateOf(pid).residentBytes)
      } catch {
        return
      }
      await pause(200)
    }
  })()
  return {
    stop: () => {
      stopping.abort()
      return Math.round(most / 2 ** 20)
    },
  }
}
