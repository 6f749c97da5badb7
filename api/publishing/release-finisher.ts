import { messageOf } from '../contract/operational-error.ts'
import { pauseAfter } from './back-off.ts'
import type { Manifest, Renderer } from './renderer.ts'

/** Finishes releases in the background, one at a time. */
export interface ReleaseFinisher {
  /** Asks for a release to be finished once publishing has paused. An earlier one that still waits is dropped. */
  ask(manifest: Manifest): void
  /**
   * The same for a release that was served before this run, unless it is known to be finished or has just failed: an
   * earlier process may have stopped before it was finished.
   */
  ensure(manifest: Manifest): void
  stop(): void
}

interface Options {
  getRenderer: () => Promise<Renderer>
  dist: string
  isPublishing: () => boolean
  /**
   * Whether the release is served, and this node's to finish: otherwise the work was cut off, or another node goes on
   * with it.
   */
  isOurs: (manifest: Manifest) => boolean
  /** Called with why a release could not be finished. */
  onFailure: (message: string) => void
  onFinished: (manifest: Manifest) => void
  /**
   * Called a while after a failure, to run the loop, which calls `ensure` again: finishing needs what a run left in the
   * thread's memory.
   */
  tryAgain: () => void
}

/** Editors often publish a few documents in a row, and each would discard the work for the one before. */
const PAUSE_MS = 1_000
const FIRST_RETRY_MS = 5_000
const MAX_RETRY_MS = 5 * 60_000

export function createReleaseFinisher(options: Options): ReleaseFinisher {
  const { getRenderer, dist, isPublishing, isOurs, onFailure, onFinished, tryAgain } = options
  let next: Manifest | undefined
  let underWay: string | undefined
  let finished: string | undefined
  let failures = 0
  let isResting = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  function wait(): void {
    isResting = false
    clearTimeout(timer)
    timer = setTimeout(() => void work(), PAUSE_MS)
    timer.unref()
  }

  function rest(): void {
    isResting = true
    clearTimeout(timer)
    const pauseMs = pauseAfter(failures, FIRST_RETRY_MS, MAX_RETRY_MS)
    timer = setTimeout(() => {
      isResting = false
      tryAgain()
    }, pauseMs)
    timer.unref()
  }

  async function work(): Promise<void> {
    const manifest = next
    if (!manifest || underWay !== undefined) return
    // Beside a publish, both would take so long that each would overlap with the next one.
    if (isPublishing()) {
      wait()
      return
    }
    underWay = manifest.id
    next = undefined
    const failure = await finish(manifest).catch(messageOf)
    underWay = undefined
    failures = failure === undefined ? 0 : failures + 1
    // Work that a stop cut off is no failure: the next publisher goes on with it.
    if (failure !== undefined && !isStopped) onFailure(failure)
    if (next) wait()
    else if (failure !== undefined && !isStopped) rest()
  }

  async function finish(manifest: Manifest): Promise<undefined> {
    await (await getRenderer()).finishRelease(dist, manifest)
    if (!isOurs(manifest)) return
    finished = manifest.id
    onFinished(manifest)
  }

  function ask(manifest: Manifest): void {
    next = manifest
    isStopped = false
    wait()
  }

  return {
    ask,
    ensure: (manifest) => {
      const isKnown = [finished, underWay, next?.id].includes(manifest.id)
      if (!isKnown && !isResting) ask(manifest)
    },
    stop: () => {
      next = undefined
      isResting = false
      isStopped = true
      clearTimeout(timer)
    },
  }
}
