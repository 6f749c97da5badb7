import type { RunFailure } from '../contract/content-error.ts'
import { pauseAfter } from './back-off.ts'
import { createPublishRunner, type RunnerOptions } from './publish-runner.ts'
import { createSerial, type Serial } from './serial.ts'

/** Brings what was published to the site: one run at a time, and one more for everything that came meanwhile. */
export interface PublishLoop {
  /** Says that there may be something to publish. */
  wake(): void
  /** Does other work on the served release, while no run is under way. */
  inTurn: Serial
  /** Whether a run is under way or about to be. */
  isBusy(): boolean
  /** The documents that the run under way is about, and what the last one failed at. */
  progress(): { running: ReadonlySet<string>; failure: RunFailure | undefined }
  /** Stops after the run under way, or after 5 s: what is pending is published after the next start. */
  stop(): Promise<void>
}

export interface PublishLoopOptions extends RunnerOptions {
  /** Called after each run with what it failed at, if anything. */
  onEnd: (failure: RunFailure | undefined) => void
}

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 60_000
/** How soon the content is asked again for an announced revision; the pause doubles each time. */
const FIRST_LOOK_MS = 20
const LAST_LOOK_MS = 1_000
const PATIENCE_MS = 5_000

export function createPublishLoop(options: PublishLoopOptions): PublishLoop {
  const runner = createPublishRunner(options)
  const inTurn = createSerial()
  const stopping = new AbortController()
  let wanted = false
  let looping: Promise<void> | undefined
  let failure: RunFailure | undefined
  let failures = 0
  let looks = 0
  let retry: NodeJS.Timeout | undefined

  function wake(): void {
    wanted = true
    clearTimeout(retry)
    looping ??= loop().finally(() => {
      looping = undefined
      if (isWanted()) wake()
    })
  }

  function isWanted(): boolean {
    return wanted && !stopping.signal.aborted
  }

  /** Never rejects, as nobody waits for it: a run that fails is tried again. */
  async function loop(): Promise<void> {
    while (isWanted()) {
      wanted = false
      const ended = await inTurn(() => runner.run(stopping.signal))
      if (ended.isCutOff === true) stopping.abort()
      // A run that a stop cut off is no failure: the next start goes on with it.
      if (stopping.signal.aborted) return
      failure = ended.failure
      failures = failure === undefined ? 0 : failures + 1
      looks = ended.isMissing === true ? looks + 1 : 0
      options.onEnd(failure)
      if (failure !== undefined) again(pauseAfter(failures, FIRST_RETRY_MS, MAX_RETRY_MS))
      else if (ended.isUnfinished === true) again(0)
      else if (looks > 0) again(pauseAfter(looks, FIRST_LOOK_MS, LAST_LOOK_MS))
    }
  }

  function again(pauseMs: number): void {
    clearTimeout(retry)
    retry = setTimeout(wake, pauseMs)
    retry.unref()
  }

  return {
    wake,
    inTurn,
    isBusy: () => looping !== undefined,
    progress: () => ({ running: runner.running(), failure }),
    stop: async () => {
      stopping.abort()
      clearTimeout(retry)
      const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())
      await Promise.race([looping, patience])
    },
  }
}
