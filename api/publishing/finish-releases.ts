import { messageOf } from '../contract/operational-error.ts'
import type { Manifest, SitePublisher } from './site.ts'

/** Finishes releases in the background, one at a time. */
export interface ReleaseFinisher {
  /** Asks for a release to be finished once publishing has paused; one asked for before is dropped. */
  ask(manifest: Manifest): void
  stop(): void
}

interface Options {
  site: () => Promise<SitePublisher>
  dist: string
  isPublishing: () => boolean
  onFailure: (message: string) => void
  onFinished: (manifest: Manifest) => void
}

/** Editors often publish a few documents in a row: the work would be thrown away each time. */
const PAUSE_MS = 1_000

export function createReleaseFinisher({
  site,
  dist,
  isPublishing,
  onFailure,
  onFinished,
}: Options): ReleaseFinisher {
  let next: Manifest | undefined
  let isBusy = false
  let timer: NodeJS.Timeout | undefined

  function wait(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void work(), PAUSE_MS)
    timer.unref()
  }

  async function work(): Promise<void> {
    const manifest = next
    if (!manifest || isBusy) return
    // Side by side, both would take so long that the one always meets the next of the other.
    if (isPublishing()) {
      wait()
      return
    }
    isBusy = true
    next = undefined
    try {
      await (await site()).finishRelease(dist, manifest)
      onFinished(manifest)
    } catch (error) {
      onFailure(`A release could not be finished: ${messageOf(error)}`)
    }
    isBusy = false
    if (next) wait()
  }

  return {
    ask: (manifest) => {
      next = manifest
      wait()
    },
    stop: () => {
      next = undefined
      clearTimeout(timer)
    },
  }
}
