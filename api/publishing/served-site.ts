import { messageOf } from '../contract/operational-error.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { PublishStore } from '../store/publishing/publish-store.ts'
import type { Authors } from './authors.ts'
import { createDeployTargets, type DeployTargets } from './deploy-targets.ts'
import type { Nodes } from './nodes.ts'
import type { Ran } from './publish-run.ts'
import { changedDocuments } from './publish-verdict.ts'
import { createReleaseFinisher } from './release-finisher.ts'
import { recordOf } from './release-records.ts'
import type { Manifest, Renderer } from './renderer.ts'
import type { Target } from './targets/target.ts'

/** The release that visitors get from this server, and what follows it: its later files, and the deploy targets. */
export interface ServedSite {
  deployTargets: Pick<DeployTargets, 'statesSince' | 'faults'>
  /** Undefined before the first release. */
  current(this: void): Manifest | undefined
  /** Notes which release is served, where nothing has to follow it. */
  note(manifest: Manifest | undefined): void
  /** A run of this process ended with a release. */
  published(ran: Ran): void
  /** A release is served that no run of this process made. */
  switched(manifest: Manifest, said: string): void
  /** Takes up what an earlier process or node left: records what is served, and goes back to what is pinned. */
  adopt(this: void): Promise<void>
  /** Leaves what follows a release to another node. */
  halt(this: void): void
  stop(): Promise<void>
}

interface Options {
  store: PublishStore
  /** The other nodes; none if this server is alone. */
  nodes?: Nodes | undefined
  dist: string
  getRenderer: () => Promise<Renderer>
  targets: readonly Target[]
  authors: Pick<Authors, 'ofRelease'>
  mayPublish: () => boolean
  isPublishing: () => boolean
  /** Called a while after the release could not be finished: the next run begins with that. */
  wake: () => void
  onFinished: (manifest: Manifest) => void
  log: Log
  metrics: Metrics
}

export function createServedSite(options: Options): ServedSite {
  const { store, dist, getRenderer, authors, mayPublish, log, metrics } = options
  let current: Manifest | undefined
  const deployTargets = createDeployTargets({ ...options, mayDeliver: mayPublish })
  const finisher = createReleaseFinisher({
    getRenderer,
    dist,
    isPublishing: options.isPublishing,
    isOurs: (manifest) => current?.id === manifest.id && mayPublish(),
    onFailure: (message) => log.warn({ message }, 'A release could not be finished.'),
    tryAgain: options.wake,
    onFinished: (manifest) => {
      // Once more: its card pictures are drawn now.
      deployTargets.deploy(manifest, undefined)
      options.onFinished(manifest)
    },
  })

  function published({ manifest, isNew, timings, receipts }: Ran): void {
    const before = current
    current = manifest
    for (const { state, tookMs } of receipts) metrics.publish(state, (tookMs ?? 0) / 1_000)
    if (!isNew) return finisher.ensure(manifest)
    const ms = Object.fromEntries(Object.entries(timings).map(([part, time]) => [part, Math.round(time)]))
    log.info({ release: manifest.id, ms }, 'The site was published.')
    finisher.ask(manifest)
    deployTargets.deploy(manifest, before)
    keepAuthors(before, manifest).catch((error: unknown) =>
      log.warn({ message: messageOf(error) }, 'Its authors were not kept.'),
    )
  }

  async function keepAuthors(before: Manifest | undefined, manifest: Manifest): Promise<void> {
    const by = await authors.ofRelease(changedDocuments(before, manifest), manifest)
    if (by.length > 0) await store.releases.change(manifest.id, (record) => ({ ...record, by }))
  }

  return {
    deployTargets,
    current: () => current,
    note: (manifest) => {
      current = manifest
    },
    published,
    switched: (manifest, said) => {
      if (mayPublish()) deployTargets.deploy(manifest, current)
      current = manifest
      log.info({ release: manifest.id }, said)
    },
    adopt: async () => {
      const renderer = await getRenderer()
      current = await renderer.manifest(dist)
      current = await adoptServed(current, renderer, options)
      if (current) deployTargets.deploy(current, undefined)
    },
    halt: () => {
      finisher.stop()
      deployTargets.halt()
    },
    stop: () => {
      finisher.stop()
      return deployTargets.stop()
    },
  }
}

/**
 * Records what is served if it has no record: a build made it, or a process that ended before it could write one. Then
 * goes back to the release that the site is pinned to, if it is.
 * @returns what is served from then on
 */
async function adoptServed(
  current: Manifest | undefined,
  renderer: Renderer,
  { store, nodes, dist }: Pick<Options, 'store' | 'nodes' | 'dist'>,
): Promise<Manifest | undefined> {
  const [last] = await store.releases.list()
  if (current && (last === undefined || current.id > last.id)) {
    const before = last && (await renderer.manifest(dist, last.id))
    const cause = before?.build === current.build ? 'publish' : 'build'
    await store.releases.put(recordOf(before, current, { cause, tookMs: 0 }))
  }
  const pinned = await store.releases.pinned()
  // Restored records know the pin, of which the other nodes have not heard yet.
  const served = nodes ? (await nodes.read()).served?.id : current?.id
  if (pinned === undefined || (current?.id === pinned && served === pinned)) return current
  return nodes ? nodes.switchTo(pinned, { isPinned: true }) : renderer.switchRelease(dist, pinned)
}
