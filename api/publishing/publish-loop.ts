import { isContentError, type RunFailure } from '../contract/content-error.ts'
import { isOperational, messageOf } from '../contract/operational-error.ts'
import type { PendingHook } from '../store/publishing/publish-hooks.ts'
import { pauseAfter } from './back-off.ts'
import { awaitedOf, runPublish, type Ran, type RunParts } from './publish-run.ts'
import type { Manifest } from './renderer.ts'
import { createSerial, type Serial } from './serial.ts'

/** Brings what was published to the site: one run at a time, and one more for everything that came meanwhile. */
export interface PublishLoop {
  /** Says that there may be something to publish. */
  wake(): void
  /** Does other work on the served release, while no run is under way. */
  inTurn: Serial
  /** Whether a run is under way or about to be. */
  isBusy(): boolean
  /** The hooks that the run under way is about, and what the last one failed at. */
  progress(): { running: ReadonlySet<string>; failure: RunFailure | undefined }
  /** Stops after the run under way, or after 5 s: what is pending is published after the next start. */
  stop(): Promise<void>
}

export interface PublishLoopOptions extends RunParts {
  /** Whether this node publishes releases now. */
  mayPublish: () => boolean
  /** Whether another node does. If neither does, the last failure stays. */
  isFollower: () => boolean
  /**
   * Called before each run, to bring the build up to date. If it rejects, the run publishes into the site that is
   * served, if there is one. An AbortError means that this process is stopping.
   */
  prepare: () => Promise<void>
  current: () => Manifest | undefined
  onRelease: (ran: Ran) => void
  /** Called after each run with what it failed at, if anything. */
  onEnd: (failure: RunFailure | undefined) => void
  /** How long the content is asked for an announced revision before that counts as missing, in ms. */
  lookForMs?: number
}

/**
 * How a run ended: what it failed at, whether the content does not show an announced revision yet, and whether pictures
 * are left to make.
 */
interface Ended {
  failure?: RunFailure | undefined
  isMissing?: boolean
  isUnfinished?: boolean
}

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 60_000
/** How soon the content is asked again for an announced revision; the pause doubles each time. */
const FIRST_LOOK_MS = 20
const LAST_LOOK_MS = 1_000
const LOOK_FOR_MS = 30_000
const PATIENCE_MS = 5_000

export function createPublishLoop(options: PublishLoopOptions): PublishLoop {
  const { store, current, mayPublish, isFollower, onRelease, onEnd, lookForMs = LOOK_FOR_MS } = options
  const missing = createMissing(lookForMs)
  let wanted = false
  let stopped = false
  let looping: Promise<void> | undefined
  const inTurn = createSerial()
  let running: readonly PendingHook[] = []
  let failure: RunFailure | undefined
  /** What publishing itself last failed at, apart from the preparation. */
  let unpublished: RunFailure | undefined
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
    return wanted && !stopped
  }

  /** Never rejects, as nobody waits for it: a run that fails is tried again. */
  async function loop(): Promise<void> {
    while (isWanted()) {
      wanted = false
      const ended = await inTurn(run)
      // A run that a stop cut off is no failure: the next start goes on with it.
      if (stopped) return
      failure = ended.failure
      failures = failure === undefined ? 0 : failures + 1
      looks = ended.isMissing === true ? looks + 1 : 0
      onEnd(failure)
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

  async function run(): Promise<Ended> {
    const unprepared = await options.prepare().then(
      () => undefined,
      (error: unknown) => {
        stopped ||= isAbort(error)
        return runFailureOf(error)
      },
    )
    if (unprepared && (stopped || !current())) return { failure: unprepared }
    const { failure: failed, ...ended } = await publish()
    unpublished = failed
    return { failure: unprepared ?? failed, ...ended }
  }

  async function publish(): Promise<Ended> {
    try {
      if (!mayPublish()) return isFollower() ? {} : { failure: unpublished }
      if ((await store.releases.pinned()) !== undefined) return {}
      running = await store.hooks.pending()
      const awaited = awaitedOf(running, missing.inVain())
      const ran = await runPublish(options, { pending: running, awaited, before: current() })
      onRelease(ran)
      missing.note(running, new Set(ran.missing))
      const unverified = ran.message === undefined ? undefined : { message: ran.message, faults: [] }
      return { failure: unverified, isMissing: ran.missing.length > 0, isUnfinished: ran.isUnfinished }
    } catch (error) {
      return { failure: runFailureOf(error) }
    } finally {
      running = []
    }
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

/** The hooks whose revision the content does not show. */
interface Missing {
  /** Ids of the hooks whose revision has been looked for long enough. */
  inVain(): Set<number>
  /** After a run: of its hooks, those about these documents are still missing, and no others. */
  note(hooks: readonly PendingHook[], documents: ReadonlySet<string>): void
}

function createMissing(lookForMs: number): Missing {
  /** By the hook's id. */
  const missingSince = new Map<number, number>()
  return {
    inVain: () => {
      const now = performance.now()
      return new Set([...missingSince].filter(([, since]) => now - since > lookForMs).map(([id]) => id))
    },
    note: (hooks, documents) => {
      const missing = new Set(hooks.filter(({ document }) => documents.has(document)).map(({ id }) => id))
      for (const id of missingSince.keys()) if (!missing.has(id)) missingSince.delete(id)
      for (const id of missing) missingSince.set(id, missingSince.get(id) ?? performance.now())
    },
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

/** In sentences for editors. */
export function runFailureOf(error: unknown): RunFailure {
  const reason = messageOf(error)
  if (isContentError(error)) return { message: reason, faults: error.faults }
  return { message: isOperational(error) ? reason : `The site could not be published: ${reason}`, faults: [] }
}
