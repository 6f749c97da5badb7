import { messageOf } from '../contract/operational-error.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { PublishStore } from '../store/publishing/publish-store.ts'
import { adoptServed } from './adopt-served.ts'
import type { Authors } from './authors.ts'
import { createDeployTargets } from './deploy-targets.ts'
import { createSiteJoin } from './join-site.ts'
import type { Nodes } from './nodes.ts'
import { createPublishLoop } from './publish-loop.ts'
import type { Ran } from './publish-run.ts'
import { createPublishService, type PublishService } from './publish-service.ts'
import { changedDocuments } from './publish-verdict.ts'
import { createReleaseFinisher } from './release-finisher.ts'
import type { Manifest, PublishInput, Renderer } from './renderer.ts'
import { createReplication } from './replication.ts'
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
  /** The other nodes; none where this server is alone. */
  nodes?: Nodes | undefined
  /** The folder with `site`, `releases` and `server`. */
  dist: string
  getRenderer: () => Promise<Renderer>
  /** Brings pages and programs to this version of the code. @throws ContentError where no site can be made */
  build: () => Promise<void>
  /** Where editors reach the Studio. */
  studio: string
  /** Where this server answers, to read its pages as a visitor does. */
  url: string
  settings: PublishInput['settings']
  /** For the names in the list of releases. */
  authors: Pick<Authors, 'ofRelease'>
  /** How long a revision that was told of is looked for, in ms; as `createPublishLoop` says where it is absent. */
  lookForMs?: number
  /** Where else the site lives. */
  targets: readonly Target[]
  log: Log
  metrics: Metrics
}

/** A webhook that was lost is made good for within this time, in ms. */
const SWEEP_MS = 5 * 60_000
/** An edit that is already a publish is announced sooner than this, and needs no look ahead. In ms. */
const LOOK_AHEAD_MS = 500

/** Nothing is published before `start`. A store that can't be reached is waited for. */
export function createPublishing(options: PublishingOptions): Publishing {
  const { store, nodes, dist, getRenderer, url, settings, log, metrics } = options
  let current: Manifest | undefined
  let sweep: NodeJS.Timeout | undefined
  let expected: NodeJS.Timeout | undefined

  const tellOf = (what: string) => (error: unknown) => log.warn({ message: messageOf(error) }, `${what}.`)
  const mayPublish = (): boolean => nodes?.isLeader() ?? true
  const logFaults = createFaultLog(log, options.studio)
  const deployTargets = createDeployTargets({
    targets: options.targets,
    dist,
    store,
    mayDeliver: mayPublish,
    log,
    metrics,
  })
  const finisher = createReleaseFinisher({
    getRenderer,
    dist,
    isPublishing: () => loop.isBusy(),
    isOurs: (manifest) => current?.id === manifest.id && mayPublish(),
    onFailure: tellOf('A release could not be finished'),
    tryAgain: () => loop.wake(),
    onFinished: (manifest) => {
      // Once more: its card pictures are drawn now.
      deployTargets.deploy(manifest, undefined)
      replication?.finish(manifest).catch(tellOf('A finished release was not shared'))
    },
  })
  const loop = createPublishLoop({
    store,
    prepare: () => siteJoin.prepare(),
    mayPublish,
    isFollower: () => nodes?.isFollower() ?? false,
    publish: async (awaited) => {
      const published = await (await getRenderer()).publish({ dist, settings, awaited })
      await replication?.share(published.manifest)
      return published
    },
    ...(options.lookForMs !== undefined && { lookForMs: options.lookForMs }),
    verifyServed: createVerifyServed(url),
    current: () => current,
    onRelease,
    onEnd: (failure) => {
      if (failure) metrics.publishFailed()
      logFaults(failure, current)
      nodes?.sayFailure(failure)
    },
  })
  const service = createPublishService({
    store,
    loop,
    getRenderer,
    dist,
    nodes,
    studio: options.studio,
    current: () => current,
    deployTargets,
    onSwitch: (manifest) => {
      if (mayPublish()) deployTargets.deploy(manifest, current)
      current = manifest
      log.info({ release: manifest.id }, 'The site was switched to another release.')
    },
  })

  const replication =
    nodes &&
    createReplication({
      nodes,
      loop,
      current: () => current,
      onTaken: (manifest) => {
        if (nodes.isLeader()) deployTargets.deploy(manifest, current)
        current = manifest
        log.info({ release: manifest.id }, 'A release of another node is served.')
      },
      rerender: async () => {
        current = (await (await getRenderer()).publish({ dist, settings, awaited: [] })).manifest
      },
      lead: adopt,
      follow: () => {
        finisher.stop()
        deployTargets.halt()
      },
    })

  const siteJoin = createSiteJoin({
    build: options.build,
    nodes: nodes &&
      replication && { isLeader: () => nodes.isLeader(), start: () => nodes.start(replication.work) },
    findServed: async () => {
      current = await (await getRenderer()).manifest(dist)
    },
    isServed: () => current !== undefined,
    adopt,
    onFailure: tellOf('What is served was not looked into'),
  })

  metrics.onScrape(async ({ held, publishesWaiting, pinned }) => {
    held.set(current?.held.length ?? 0)
    publishesWaiting.set((await store.hooks.pending()).length)
    pinned.set((await store.releases.pinned()) === undefined ? 0 : 1)
  })

  function onRelease({ manifest, isNew, timings, receipts }: Ran): void {
    const before = current
    current = manifest
    replication?.recorded()
    for (const { state, tookMs } of receipts) metrics.publish(state, (tookMs ?? 0) / 1_000)
    if (!isNew) return finisher.ensure(manifest)
    const ms = Object.fromEntries(Object.entries(timings).map(([part, time]) => [part, Math.round(time)]))
    log.info({ release: manifest.id, ms }, 'The site was published.')
    finisher.ask(manifest)
    deployTargets.deploy(manifest, before)
    name(before, manifest).catch(tellOf('Its authors were not kept'))
  }

  async function name(before: Manifest | undefined, manifest: Manifest): Promise<void> {
    const by = await options.authors.ofRelease(changedDocuments(before, manifest), manifest)
    if (by.length > 0) await store.releases.change(manifest.id, (record) => ({ ...record, by }))
  }

  async function adopt(): Promise<void> {
    const renderer = await getRenderer()
    current = await renderer.manifest(dist)
    current = await adoptServed(current, { store, nodes, dist, renderer })
    if (current) deployTargets.deploy(current, undefined)
  }

  return {
    service,
    fetchRelease: async (id) => nodes?.fetch(id),
    start: async () => {
      sweep = setInterval(() => loop.wake(), SWEEP_MS)
      loop.wake()
      await siteJoin.joined()
    },
    expectPublish: () => {
      if (!siteJoin.isBuilt()) return
      expected ??= setTimeout(() => {
        expected = undefined
        loop.wake()
      }, LOOK_AHEAD_MS).unref()
    },
    stop: async () => {
      clearInterval(sweep)
      clearTimeout(expected)
      siteJoin.stop()
      finisher.stop()
      // Side by side: each may take seconds, and a process manager does not wait long.
      await Promise.all([loop.stop(), deployTargets.stop()])
      await nodes?.stop()
    },
  }
}
