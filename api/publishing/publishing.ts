import { messageOf } from '../contract/operational-error.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Target } from './targets/target.ts'
import { createAskAuthors } from './authors.ts'
import { createDeployTargets } from './deploy-targets.ts'
import { createReleaseFinisher } from './finish-releases.ts'
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
  /** Begins once pages are served: with what an earlier process left, and what it never heard of. */
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
    publish: async (awaited) => (await site()).publish({ dist, settings, awaited }),
    ...(options.lookForMs !== undefined && { lookForMs: options.lookForMs }),
    verifyServed: createVerifyServed(url),
    current: () => current,
    onRelease,
    onFailure: (message) => {
      metrics.publishFailed()
      onFailure(message)
    },
  })
  const service = createPublishService({
    store,
    loop,
    site,
    dist,
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
    if (pinned !== undefined && current?.id !== pinned) await service.switchTo(pinned)
  }

  return {
    service,
    start: async () => {
      // What can't be taken over now is found by the next publish; pages are served meanwhile.
      await adopt().catch((error: unknown) =>
        onFailure(`What is served was not looked into: ${messageOf(error)}`),
      )
      if (current) deployTargets.deploy(current, undefined)
      sweep = setInterval(() => loop.wake(), SWEEP_MS)
      loop.wake()
    },
    stop: async () => {
      clearInterval(sweep)
      finisher.stop()
      // Side by side: each may take seconds, and a process manager does not wait long.
      await Promise.all([loop.stop(), deployTargets.stop()])
    },
    close: () => store.close(),
  }
}
