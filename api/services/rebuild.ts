import type { Manifest } from '../site.ts'
import type { Hook, PendingHook } from '../store/publish-hooks.ts'
import { awaitedOf, runPublish } from './publish-run.ts'
import type { Ran, RunParts } from './publish-run.ts'

/** Brings what was published to the site: one run at a time, and one more for all that came meanwhile. */
export interface Rebuild {
  /** Says that there may be something to publish. */
  wake(): void
  /** Keeps the run under way from waiting for a document that was deleted before it was read. */
  skip(deletion: Hook): void
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
  let awaited: ReturnType<typeof awaitedOf> = []
  let failure: string | undefined
  let failures = 0
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
    return wanted && !stopped
  }

  async function loop(): Promise<void> {
    while (isWanted()) {
      wanted = false
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
    if (store.releases.pinned() !== undefined) return undefined
    running = store.hooks.pending()
    awaited = awaitedOf(running)
    try {
      const ran = await runPublish(options, { pending: running, awaited, before: current() })
      if ('failure' in ran) return ran.failure
      onRelease(ran)
      return ran.sentence
    } catch (error) {
      return `The site could not be published: ${error instanceof Error ? error.message : String(error)}`
    } finally {
      running = []
      awaited = []
    }
  }

  function skip({ document, publishedAt }: Hook): void {
    const known = awaited.findIndex(({ _id }) => _id === document)
    if (known >= 0) awaited[known] = { _id: document, _rev: null, at: publishedAt }
  }

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = tail.then(work)
    tail = result.catch(() => undefined)
    return result
  }

  return {
    wake,
    skip,
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
