import type { Manifest } from '../site.ts'
import type { PendingHook } from '../store/publish-hooks.ts'
import { runPublish } from './publish-run.ts'
import type { Ran, RunParts } from './publish-run.ts'

/** Brings what was published to the site: one run at a time, and one more for all that came meanwhile. */
export interface Rebuild {
  /** Says that there may be something to publish. */
  wake(): void
  /** Does other work on the served release, while no run is under way. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>
  /** Whether a run is under way or about to be. */
  isBusy(): boolean
  /** The hooks that the run under way is about, and what the last one failed at. */
  progress(): { running: ReadonlySet<string>; failure: string | undefined }
  /** Stops after the run under way, or after 5 s: what is pending is published after the next start. */
  stop(): Promise<void>
}

export interface RebuildOptions extends RunParts {
  current: () => Manifest | undefined
  onRelease: (ran: Ran) => void
  onFailure: (sentence: string) => void
}

const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 60_000
const PATIENCE_MS = 5_000

export function createRebuild(options: RebuildOptions): Rebuild {
  const { store, current, onRelease, onFailure } = options
  let wanted = false
  let stopped = false
  let looping: Promise<void> | undefined
  let tail: Promise<unknown> = Promise.resolve()
  let running: readonly PendingHook[] = []
  let failure: string | undefined
  let failures = 0
  let retry: NodeJS.Timeout | undefined

  function wake(): void {
    wanted = true
    clearTimeout(retry)
    looping ??= loop().finally(() => {
      looping = undefined
    })
  }

  function isWanted(): boolean {
    return wanted && !stopped
  }

  async function loop(): Promise<void> {
    while (isWanted()) {
      wanted = false
      if (store.releases.pinned() !== undefined) return
      failure = await inTurn(run)
      if (failure === undefined) {
        failures = 0
        continue
      }
      onFailure(failure)
      retry = setTimeout(wake, Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS))
      retry.unref()
      failures += 1
    }
  }

  async function run(): Promise<string | undefined> {
    running = store.hooks.pending()
    try {
      const ran = await runPublish(options, running, current())
      if ('failure' in ran) return ran.failure
      onRelease(ran)
      return ran.sentence
    } catch (error) {
      return `The site could not be published: ${error instanceof Error ? error.message : String(error)}`
    } finally {
      running = []
    }
  }

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = tail.then(work)
    tail = result.catch(() => undefined)
    return result
  }

  return {
    wake,
    inTurn,
    isBusy: () => looping !== undefined,
    progress: () => ({ running: new Set(running.map(({ document }) => document)), failure }),
    stop: async () => {
      stopped = true
      clearTimeout(retry)
      const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())
      await Promise.race([looping, patience])
    },
  }
}
