import path from 'node:path'
import type { Elsewhere as State } from '../contract/publishing.ts'
import { startTargetCourier } from './targets/queue.ts'
import type { TargetReport } from './targets/queue.ts'
import type { Target } from './targets/target.ts'
import type { Log } from '../log.ts'
import type { Manifest } from './site.ts'
import type { Publishes } from '../store/publishes.ts'

/** The other places that the site lives at. */
export interface Elsewhere {
  /** Brings all of them to a release that is served here, in the background. `before` was served until then. */
  bring(manifest: Manifest, before: Manifest | undefined): void
  /** How far each has come with this release, or with a later one that holds all it held. */
  statesSince(release: string): State[]
  stop(): Promise<void>
}

interface Options {
  targets: readonly Target[]
  /** The folder with `releases`. */
  dist: string
  store: Pick<Publishes, 'releases'>
  log: Log
}

export function createElsewhere({ targets, dist, store, log }: Options): Elsewhere {
  const courier = startTargetCourier({ targets, onReport })

  function onReport(report: TargetReport): void {
    const { target, release, sentence } = report
    if (sentence === undefined) log.info({ target, release }, 'A release was delivered.')
    else log.warn({ target, release, sentence }, 'A release could not be delivered.')
    try {
      keep(report)
    } catch (error) {
      // The next release, or the next start, says it again.
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ target, release, reason }, 'That could not be written down.')
    }
  }

  function keep({ target, release, state, sentence, took }: TargetReport): void {
    const { releases } = store
    const record = releases.list().find(({ id }) => id === release)
    if (!record) return
    const known = record.elsewhere?.find((one) => one.target === target)
    // Given again with its pictures: that it was there at all is the time that counts.
    if (known?.state === 'delivered' && state === 'delivered') return
    const others = (record.elsewhere ?? []).filter((one) => one !== known)
    const own: State = { target, state, tookMs: Math.round(took), sentence: sentence ?? null }
    releases.put({ ...record, elsewhere: [...others, own] })
  }

  function bring(manifest: Manifest, before: Manifest | undefined): void {
    const newest = newestId()
    courier.send({
      folder: path.join(dist, 'releases', manifest.id),
      manifest,
      changed: changedPages(before, manifest),
      isNewest: newest === undefined || newest <= manifest.id,
    })
  }

  function newestId(): string | undefined {
    try {
      return store.releases.list()[0]?.id
    } catch {
      // A store that can't be read says nothing of a later one.
      return undefined
    }
  }

  function statesSince(release: string): State[] {
    const later = store.releases.list().filter(({ id }) => id >= release)
    const states = later.flatMap(({ elsewhere = [] }) => elsewhere)
    return targets.map(({ name }) => {
      const own = states.filter(({ target }) => target === name)
      return own.find(({ state }) => state === 'delivered') ?? own[0] ?? pending(name)
    })
  }
  return { bring, statesSince, stop: () => courier.stop() }
}

function pending(target: string): State {
  return { target, state: 'pending', tookMs: 0, sentence: null }
}

function changedPages(before: Manifest | undefined, { pages }: Manifest): string[] {
  if (!before) return []
  return Object.keys(pages).filter((page) => before.pages[page]?.stamp !== pages[page]?.stamp)
}
