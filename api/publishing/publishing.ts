import { messageOf } from '../contract/operational-error.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Target } from './targets/target.ts'
import { createAskAuthors } from './authors.ts'
import { createDeployTargets } from './deploy-targets.ts'
import { createReleaseFinisher } from './finish-releases.ts'
import { createFaultLog } from './site-faults.ts'
import { createVerifyServed } from './verify-served.ts'
import type { Ran } from './publish-run.ts'
import { changedDocuments } from './publish-verdict.ts'
import { recordOf } from './release-records.ts'
import { createPublishService } from './publish-service.ts'
import type { PublishService } from './publish-service.ts'
import { createPublishLoop } from './publish-loop.ts'
import type { Manifest, PublishInput, SitePublisher } from './site.ts'
import { openPublishStore } from '../store/publish-store.ts'

/** The way from the content lake to the served pages. */
export interface Publishing {
  service: PublishService
  /**
   * Begins with the build, what an earlier process left and what it never heard of.
   * @throws what the first build failed at: it is tried again all the same, and what is served stays
   */
  start(): Promise<void>
  /** Ends what is under way; calls that still come in are kept for the next start. */
  stop(): Promise<void>
  close(): void
}

export interface PublishingOptions {
  dataDir: string
  /** The folder with `site`, `releases` and `server`. */
  dist: string
  site: () => Promise<SitePublisher>
  /** Brings pages and programs to this version of the code. @throws ContentError where no site can be made */
  build: () => Promise<void>
  /** Where editors reach the Studio. */
  studio: string
  /** Where this server answers, to read its pages as a visitor does. */
  url: string
  settings: PublishInput['settings']
  /** Where the content is, in its project. */
  dataset: string
  /** Reads the content's history, for the names in the list of releases. */
  historyToken: string | undefined
  /** How long a revision that was told of is looked for, in ms; as `createPublishLoop` says where it is absent. */
  lookForMs?: number
  /** Where else the site lives. */
  targets: readonly Target[]
  log: Log
  metrics: Metrics
}

/** A webhook that was lost is made good for within this time, in ms. */
const SWEEP_MS = 5 * 60_000

/**
 * Opens the store; nothing is published before `start`. A disk that takes nothing is waited for.
 * @throws when the store was written by a newer version of this program.
 */
export function openPublishing(options: PublishingOptions): Publishing {
  const { dataDir, dist, site, url, settings, log, metrics } = options
  const store = openPublishStore(dataDir, (message) => log.warn({ message }, 'A store was made anew.'))
  let current: Manifest | undefined
  let sweep: NodeJS.Timeout | undefined

  const onFailure = (message: string): void => log.warn({ message }, 'A publish has to wait.')
  const logFaults = createFaultLog(log, options.studio)
  const deployTargets = createDeployTargets({ targets: options.targets, dist, store, log, metrics })
  const askAuthors = createAskAuthors(site, options.dataset, options.historyToken)
  const finisher = createReleaseFinisher({
    site,
    dist,
    isPublishing: () => loop.isBusy(),
    onFailure,
    onFinished: (manifest) => {
      // Once more: its card pictures are drawn now.
      if (current?.id === manifest.id) deployTargets.deploy(manifest, undefined)
    },
  })
  const loop = createPublishLoop({
    store,
    prepare,
    publish: async (awaited) => (await site()).publish({ dist, settings, awaited }),
    ...(options.lookForMs !== undefined && { lookForMs: options.lookForMs }),
    verifyServed: createVerifyServed(url),
    current: () => current,
    onRelease,
    onEnd: (failure) => {
      if (failure) metrics.publishFailed()
      logFaults(failure, current)
    },
  })
  const service = createPublishService({
    store,
    loop,
    site,
    dist,
    studio: options.studio,
    current: () => current,
    deployTargets,
    onSwitch: (manifest) => {
      deployTargets.deploy(manifest, current)
      current = manifest
      log.info({ release: manifest.id }, 'The site was switched to another release.')
    },
  })

  metrics.onScrape(({ held, publishesWaiting, pinned }) => {
    held.set(current?.held.length ?? 0)
    publishesWaiting.set(store.hooks.pending().length)
    pinned.set(store.releases.pinned() === undefined ? 0 : 1)
  })

  function onRelease({ manifest, isNew, timings, receipts }: Ran): void {
    const before = current
    current = manifest
    for (const { state, tookMs } of receipts) metrics.publish(state, (tookMs ?? 0) / 1_000)
    if (!isNew) return
    const ms = Object.fromEntries(Object.entries(timings).map(([part, time]) => [part, Math.round(time)]))
    log.info({ release: manifest.id, ms }, 'The site was published.')
    finisher.ask(manifest)
    deployTargets.deploy(manifest, before)
    name(before, manifest).catch((error: unknown) =>
      onFailure(`Its authors were not kept: ${messageOf(error)}`),
    )
  }

  async function name(before: Manifest | undefined, manifest: Manifest): Promise<void> {
    const by = await askAuthors(changedDocuments(before, manifest), manifest)
    const release = store.releases.list().find(({ id }) => id === manifest.id)
    if (release && by.length > 0) store.releases.put({ ...release, by })
  }

  const firstBuild = Promise.withResolvers<void>()
  let isBuilt = false

  async function prepare(): Promise<void> {
    if (isBuilt) return
    try {
      await options.build()
    } catch (error) {
      // What an earlier version of the code left stays, and is published into.
      if (!current) await adopt().catch(() => undefined)
      firstBuild.reject(error)
      throw error
    }
    isBuilt = true
    // What can't be taken over now is found by the next publish; pages are served meanwhile.
    await adopt().catch((error: unknown) =>
      onFailure(`What is served was not looked into: ${messageOf(error)}`),
    )
    firstBuild.resolve()
  }

  /** Takes over what is served: a build's release, or that of a process which ended before it could write it down. */
  async function adopt(): Promise<void> {
    const publisher = await site()
    current = await publisher.manifest(dist)
    const [last] = store.releases.list()
    if (current && (last === undefined || current.id > last.id)) {
      const before = last && (await publisher.manifest(dist, last.id))
      const cause = before?.build === current.build ? 'publish' : 'build'
      const drawn = Object.keys(current.pages).length
      store.releases.put(recordOf(before, current, { cause, drawn, tookMs: 0 }))
    }
    const pinned = store.releases.pinned()
    if (pinned !== undefined && current?.id !== pinned) current = await publisher.switchRelease(dist, pinned)
    if (current) deployTargets.deploy(current, undefined)
  }

  return {
    service,
    start: () => {
      sweep = setInterval(() => loop.wake(), SWEEP_MS)
      loop.wake()
      return firstBuild.promise
    },
    stop: async () => {
      clearInterval(sweep)
      firstBuild.resolve()
      finisher.stop()
      // Side by side: each may take seconds, and a process manager does not wait long.
      await Promise.all([loop.stop(), deployTargets.stop()])
    },
    close: () => store.close(),
  }
}
