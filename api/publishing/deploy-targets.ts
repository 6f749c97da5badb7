import path from 'node:path'
import { messageOf } from '../contract/operational-error.ts'
import type { DeployTargetState, ReleaseRecord } from '../contract/publishing.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { PublishStore } from '../store/publishing/publish-store.ts'
import type { Manifest } from './renderer.ts'
import { createSerial } from './serial.ts'
import { startTargetQueue, type TargetReport } from './targets/queue.ts'
import type { Target } from './targets/target.ts'

/** The other places that the site lives at. */
export interface DeployTargets {
  /** Delivers a release that is served here to all of them, in the background. `before` was served until then. */
  deploy(manifest: Manifest, before: Manifest | undefined): void
  /** The state of each with this release, or with a later one, which includes it. */
  statesSince(release: string): Promise<DeployTargetState[]>
  /** Why targets will not get the newest release, in sentences. */
  faults(): string[]
  /** Leaves delivery to another node, until the next `deploy`. */
  halt(): void
  stop(): Promise<void>
}

interface Options {
  targets: readonly Target[]
  /** The folder with `releases`. */
  dist: string
  store: Pick<PublishStore, 'releases'>
  /** Whether it is this node that delivers now. */
  mayDeliver: () => boolean
  log: Log
  metrics: Metrics
}

export function createDeployTargets(options: Options): DeployTargets {
  const { targets, dist, store, mayDeliver, log, metrics } = options
  const queue = startTargetQueue({ targets, onReport, mayDeliver })
  const failed = new Map<string, string>()
  /** Reports are stored in the order in which they came. */
  const keeping = createSerial()
  /** Releases are sent in order, though the records have to be read first. */
  const sending = createSerial()
  const lag = createLag(targets)
  metrics.onScrape(({ targetLag }) => {
    for (const { name: target } of targets) targetLag.set({ target }, lag.secondsOf(target))
  })

  function onReport(report: TargetReport): void {
    const { target, release, state, message } = report
    metrics.targetDelivery(target, RESULTS[state])
    if (state === 'delivered') lag.delivered(target, release)
    failed.delete(target)
    if (state === 'failed' && message !== undefined) failed.set(target, message)
    if (message === undefined) log.info({ target, release }, 'A release was delivered.')
    else log.warn({ target, release, message }, 'A release could not be delivered.')
    keeping(() => keep(report)).catch((error: unknown) => {
      // The next release, or the next start, reports again.
      const reason = messageOf(error)
      log.warn({ target, release, reason }, 'That could not be written down.')
    })
  }

  async function keep(report: TargetReport): Promise<void> {
    await store.releases.change(report.release, (record) => withReport(record, report))
  }

  function deploy(manifest: Manifest, before: Manifest | undefined): void {
    lag.served(manifest.id)
    void sending(() => send(manifest, before))
  }

  async function send(manifest: Manifest, before: Manifest | undefined): Promise<void> {
    const newest = await newestId()
    queue.send({
      folder: path.join(dist, 'releases', manifest.id),
      manifest,
      changed: pagesToRead(before, manifest),
      isNewest: newest === undefined || newest <= manifest.id,
    })
  }

  async function newestId(): Promise<string | undefined> {
    // Without the store, the release counts as the newest.
    const list = await store.releases.list().catch(() => [])
    return list[0]?.id
  }

  async function statesSince(release: string): Promise<DeployTargetState[]> {
    const later = (await store.releases.list()).filter(({ id }) => id >= release)
    const states = later.flatMap(({ deployTargets = [] }) => deployTargets)
    return targets.map(({ name }) => {
      const own = states.filter(({ target }) => target === name)
      return own.find(({ state }) => state === 'delivered') ?? own[0] ?? pending(name)
    })
  }

  return {
    deploy,
    statesSince,
    faults: () => [...failed.values()],
    halt: () => {
      queue.halt()
      // Whichever node delivers now reports on the targets.
      failed.clear()
      lag.clear()
    },
    stop: async () => {
      await queue.stop()
      await keeping(() => Promise.resolve())
    },
  }
}

const RESULTS = { delivered: 'delivered', trying: 'retried', failed: 'dead' } as const

/** How long each target has lacked the served release. */
function createLag(targets: readonly Target[]) {
  let current: string | undefined
  /** By the target's name, in ms. */
  const behindSince = new Map<string, number>()
  return {
    served: (release: string) => {
      current = release
      for (const { name } of targets) if (!behindSince.has(name)) behindSince.set(name, performance.now())
    },
    delivered: (target: string, release: string) => {
      if (release === current) behindSince.delete(target)
    },
    secondsOf: (target: string) => {
      const now = performance.now()
      return (now - (behindSince.get(target) ?? now)) / 1_000
    },
    clear: () => behindSince.clear(),
  }
}

/** The record of a release, with how a target got it. */
function withReport(record: ReleaseRecord, { target, state, message, took }: TargetReport): ReleaseRecord {
  const own: DeployTargetState = { target, state, tookMs: Math.round(took), message: message ?? null }
  const known = record.deployTargets?.find((one) => one.target === target)
  // A release is delivered again with its pictures, but the first delivery is the one to time.
  if (known?.state === 'delivered' && state === 'delivered') return record
  const others = (record.deployTargets ?? []).filter((one) => one !== known)
  return { ...record, deployTargets: [...others, own] }
}

function pending(target: string): DeployTargetState {
  return { target, state: 'pending', tookMs: 0, message: null }
}

/** Paths of new and changed pages, aliases included: there a release can be told from the one before. */
function pagesToRead(before: Manifest | undefined, { pages }: Manifest): string[] {
  if (!before) return []
  return Object.keys(pages).filter((page) => before.pages[page]?.stamp !== pages[page]?.stamp)
}
