import { isContentError, type RunFailure } from '../contract/content-error.ts'
import { isOperational, messageOf } from '../contract/operational-error.ts'
import type { PendingHook } from '../store/publishing/publish-hooks.ts'
import { awaitedOf, runPublish, type Ran, type RunParts } from './publish-run.ts'
import type { Manifest } from './renderer.ts'

/** What one run of the publish loop does: brings the build up to date, and publishes what is pending. */
export interface PublishRunner {
  /** Never rejects. `stopping` says that this process is about to end. */
  run(stopping: AbortSignal): Promise<Ended>
  /** The documents that the run under way is about. */
  running(): ReadonlySet<string>
}

export interface RunnerOptions extends RunParts {
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
  /** How long the content is asked for an announced revision before that counts as missing, in ms. */
  lookForMs?: number
}

/** How a run ended. */
interface Ended {
  /** What it failed at. */
  failure?: RunFailure | undefined
  /** Whether the content does not show an announced revision yet. */
  isMissing?: boolean
  /** Whether pictures are left to make. */
  isUnfinished?: boolean
  /** Whether it was cut off, as this process is stopping. */
  isCutOff?: boolean
}

const LOOK_FOR_MS = 30_000

export function createPublishRunner(options: RunnerOptions): PublishRunner {
  const { store, current, mayPublish, isFollower, prepare, onRelease, lookForMs = LOOK_FOR_MS } = options
  const missing = createMissing(lookForMs)
  let pending: readonly PendingHook[] = []
  /** What publishing itself last failed at, apart from the preparation. */
  let unpublished: RunFailure | undefined

  async function run(stopping: AbortSignal): Promise<Ended> {
    let unprepared: RunFailure | undefined
    try {
      await prepare()
    } catch (error) {
      unprepared = runFailureOf(error)
      if (isAbort(error) || stopping.aborted) return { failure: unprepared, isCutOff: true }
      if (!current()) return { failure: unprepared }
    }
    const { failure, ...ended } = await publish()
    unpublished = failure
    return { failure: unprepared ?? failure, ...ended }
  }

  async function publish(): Promise<Ended> {
    try {
      if (!mayPublish()) return isFollower() ? {} : { failure: unpublished }
      if ((await store.releases.pinned()) !== undefined) return {}
      pending = await store.hooks.pending()
      const awaited = awaitedOf(pending, missing.inVain())
      const ran = await runPublish(options, { pending, awaited, before: current() })
      onRelease(ran)
      missing.note(pending, new Set(ran.missing))
      const unverified = ran.message === undefined ? undefined : { message: ran.message, faults: [] }
      return { failure: unverified, isMissing: ran.missing.length > 0, isUnfinished: ran.isUnfinished }
    } catch (error) {
      return { failure: runFailureOf(error) }
    } finally {
      pending = []
    }
  }

  return { run, running: () => new Set(pending.map(({ document }) => document)) }
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
