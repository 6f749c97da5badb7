import path from 'node:path'
import { messageOf } from '../contract/operational-error.ts'
import type { DeployTargetState } from '../contract/publishing.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { PublishStore } from '../store/publishing/publish-store.ts'
import type { Manifest } from './renderer.ts'
import { createSerial } from './serial.ts'
import { startTargetQueue, type TargetReport } from './targets/queue.ts'
import type { Target } from './targets/target.ts'

/** The other places that the site lives at. */
export interface DeployTargets {
  /** Brings all of them to a release that is served here, in the background. `before` was served until then. */
  deploy(manifest: Manifest, before: Manifest | undefined): void
  /** How far each has come with this release, or with a later one that holds all it held. */
  statesSince(release: string): Promise<DeployTargetState[]>
  /** What keeps the others from the newest release for good, in sentences. */
  faults(): string[]
  /** Leaves all of it to another node, until the next `deploy`. */
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

export function createDeployTargets({
  targets,
  dist,
  store,
  mayDeliver,
  log,
  metrics,
}: Options): DeployTargets {
  const queue = startTargetQueue({ targets, onReport, mayDeliver })
  const failed = new Map<string, string>()
  /** What became of releases is written down in the order in which it happened. */
  const keeping = createSerial()
  /** Releases are given in turn, though what is known of them has to be read first. */
  const sending = createSerial()
  /** Since when a target lacks what is served, by its name. In ms. */
  const behind = new Map<string, number>()
  let served: string | undefined
  metrics.onScrape(({ targetLag }) => {
    const now = performance.now()
    for (const { name: target } of targets)
      targetLag.set({ target }, (now - (behind.get(target) ?? now)) / 1_000)
  })

  function onReport(report: TargetReport): void {
    const { target, release, state, message } = report
    metrics.targetDelivery(target, RESULTS[state])
    if (state === 'delivered' && release === served) behind.delete(target)
    failed.delete(target)
    if (state === 'failed' && message !== undefined) failed.set(target, message)
    if (message === undefined) log.info({ target, release }, 'A release was delivered.')
    else log.warn({ target, release, message }, 'A release could not be delivered.')
    keeping(() => keep(report)).catch((error: unknown) => {
      // The next release, or the next start, says it again.
      const reason = messageOf(error)
      log.warn({ target, release, reason }, 'That could not be written down.')
    })
  }

  async function keep({ target, release, state, message, took }: TargetReport): Promise<void> {
    const own: DeployTargetState = { target, state, tookMs: Math.round(took), message: message ?? null }
    await store.releases.change(release, (record) => {
      const known = record.deployTargets?.find((one) => one.target === target)
      // It is delivered once more with its pictures: the time that counts is when it first got there.
      if (known?.state === 'delivered' && state === 'delivered') return record
      const others = (record.deployTargets ?? []).filter((one) => one !== known)
      return { ...record, deployTargets: [...others, own] }
    })
  }

  function deploy(manifest: Manifest, before: Manifest | undefined): void {
    served = manifest.id
    for (const { name } of targets) if (!behind.has(name)) behind.set(name, performance.now())
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
    // A store that can't be read says nothing of a later one.
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
      // How far the others are is for that node to say.
      failed.clear()
      behind.clear()
    },
    stop: async () => {
      await queue.stop()
      await keeping(() => Promise.resolve())
    },
  }
}

const RESULTS = { delivered: 'delivered', trying: 'retried', failed: 'dead' } as const

function pending(target: string): DeployTargetState {
  return { target, state: 'pending', tookMs: 0, message: null }
}

/** Paths at which the release can be told from the one before: pages that are new or changed, second addresses too. */
function pagesToRead(before: Manifest | undefined, { pages }: Manifest): string[] {
  if (!before) return []
  return Object.keys(pages).filter((page) => before.pages[page]?.stamp !== pages[page]?.stamp)
}
