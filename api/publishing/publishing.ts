import { messageOf } from '../contract/operational-error.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { PublishStore } from '../store/publishing/publish-store.ts'
import type { Authors } from './authors.ts'
import { createSiteJoin } from './join-site.ts'
import type { Nodes } from './nodes.ts'
import { createPublishLoop, type PublishLoop } from './publish-loop.ts'
import { createPublishService, type PublishService } from './publish-service.ts'
import type { Published, PublishInput, Renderer } from './renderer.ts'
import { createReplication } from './replication.ts'
import { createServedSite, type ServedSite } from './served-site.ts'
import { createFaultLog } from './site-faults.ts'
import type { Target } from './targets/target.ts'
import { createVerifyServed } from './verify-served.ts'

/** The way from the content lake to the served pages. */
export interface Publishing {
  service: PublishService
  /** Brings a release here that another node published. */
  fetchRelease(id: string): Promise<void>
  /**
   * Begins with the build, what an earlier process left and what it never heard of.
   * @throws what the first build failed at: it is tried again all the same, and what is served stays
   */
  start(): Promise<void>
  /** Somebody edits: brings up soon what a publish is made with, by looking whether there is one to make. */
  expectPublish(this: void): void
  /** Ends what is under way; calls that still come in are kept for the next start. */
  stop(): Promise<void>
}

export interface PublishingOptions {
  store: PublishStore
  /** The other nodes; none if this server is alone. */
  nodes?: Nodes | undefined
  /** The folder with `site`, `releases` and `server`. */
  dist: string
  getRenderer: () => Promise<Renderer>
  /** Brings pages and programs to this version of the code. @throws ContentError if no site can be made */
  build: () => Promise<void>
  /** Where editors reach the Studio. */
  studio: string
  /** Where this server answers, to read its pages as a visitor does. */
  url: string
  settings: PublishInput['settings']
  /** For the names in the list of releases. */
  authors: Pick<Authors, 'ofRelease'>
  /** How long a revision that was told of is looked for, in ms; as `createPublishRunner` says where it is absent. */
  lookForMs?: number
  /** Where else the site lives. */
  targets: readonly Target[]
  log: Log
  metrics: Metrics
}

/** Nothing is published before `start`. A store that can't be reached is waited for. */
export function createPublishing(options: PublishingOptions): Publishing {
  const { store, nodes, dist, getRenderer, studio, url, settings, log, metrics } = options
  const mayPublish = (): boolean => nodes?.isLeader() ?? true
  const logFaults = createFaultLog(log, studio)
  const warnOf = (what: string) => (error: unknown) => log.warn({ message: messageOf(error) }, `${what}.`)

  async function publish(awaited: PublishInput['awaited']): Promise<Published> {
    return (await getRenderer()).publish({ dist, settings, awaited })
  }

  const site = createServedSite({
    ...options,
    mayPublish,
    isPublishing: () => loop.isBusy(),
    wake: () => loop.wake(),
    onFinished: (manifest) => {
      replication?.finish(manifest).catch(warnOf('A finished release was not shared'))
    },
  })
  const loop = createPublishLoop({
    ...options,
    prepare: () => siteJoin.prepare(),
    mayPublish,
    isFollower: () => nodes?.isFollower() ?? false,
    publish: async (awaited) => {
      const published = await publish(awaited)
      await replication?.share(published.manifest)
      return published
    },
    verifyServed: createVerifyServed(url),
    current: site.current,
    onRelease: (ran) => {
      replication?.recorded()
      site.published(ran)
    },
    onEnd: (failure) => {
      if (failure) metrics.publishFailed()
      logFaults(failure, site.current())
      nodes?.sayFailure(failure)
    },
  })
  const replication =
    nodes &&
    createReplication({
      nodes,
      loop,
      current: site.current,
      onTaken: (manifest) => site.switched(manifest, 'A release of another node is served.'),
      rerender: async () => site.note((await publish([])).manifest),
      lead: site.adopt,
      follow: site.halt,
    })
  const siteJoin = createSiteJoin({
    build: options.build,
    nodes: nodes &&
      replication && { isLeader: () => nodes.isLeader(), start: () => nodes.start(replication.work) },
    findServed: async () => site.note(await (await getRenderer()).manifest(dist)),
    isServed: () => site.current() !== undefined,
    adopt: site.adopt,
    onFailure: warnOf('What is served was not looked into'),
  })
  const service = createPublishService({
    store,
    loop,
    getRenderer,
    dist,
    nodes,
    studio,
    current: site.current,
    deployTargets: site.deployTargets,
    onSwitch: (manifest) => site.switched(manifest, 'The site was switched to another release.'),
  })
  const timers = createTimers(loop)
  fillMetrics(metrics, store, site)

  return {
    service,
    fetchRelease: async (id) => nodes?.fetch(id),
    start: async () => {
      timers.start()
      loop.wake()
      await siteJoin.joined()
    },
    expectPublish: () => {
      if (siteJoin.isBuilt()) timers.lookAhead()
    },
    stop: async () => {
      timers.stop()
      siteJoin.stop()
      // Side by side: each may take seconds, and a process manager does not wait long.
      await Promise.all([loop.stop(), site.stop()])
      await nodes?.stop()
    },
  }
}

/** Makes up for a lost webhook within this time, in ms. */
const SWEEP_MS = 5 * 60_000
/** The webhook of an edit that is a publish arrives sooner than this, so no look ahead is needed. In ms. */
const LOOK_AHEAD_MS = 500

/** Wakes the loop where no webhook does. */
function createTimers(loop: Pick<PublishLoop, 'wake'>) {
  let sweep: NodeJS.Timeout | undefined
  let expected: NodeJS.Timeout | undefined
  return {
    start: () => {
      sweep = setInterval(() => loop.wake(), SWEEP_MS)
    },
    lookAhead: () => {
      expected ??= setTimeout(() => {
        expected = undefined
        loop.wake()
      }, LOOK_AHEAD_MS).unref()
    },
    stop: () => {
      clearInterval(sweep)
      clearTimeout(expected)
    },
  }
}

function fillMetrics(metrics: Metrics, store: PublishStore, site: Pick<ServedSite, 'current'>): void {
  metrics.onScrape(async ({ held, publishesWaiting, pinned }) => {
    held.set(site.current()?.held.length ?? 0)
    publishesWaiting.set((await store.hooks.pending()).length)
    pinned.set((await store.releases.pinned()) === undefined ? 0 : 1)
  })
}
