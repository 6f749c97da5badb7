import { LakeError, messageOf } from '../errors.ts'
import type { User } from '../http/guard.ts'
import type { Committer } from '../mutate/commit.ts'
import type { Store } from '../store/store.ts'
import { publishRelease } from './publish-release.ts'
import type { ReleaseCheck } from './release-check.ts'
import {
  dueAt,
  findRelease,
  isRelease,
  RELEASE_TYPE,
  requireState,
  titleOf,
  type Release,
} from './release.ts'

/** Publishes releases when their time has come. */
export interface Scheduler {
  /** Publishes what is due now, one after the other in the order of their times. Never rejects. */
  tick: () => Promise<void>
  stop: () => Promise<void>
}

interface Parts {
  store: Store
  committer: Committer
  check: ReleaseCheck
}

/** Looked at by the wall clock, and often: a timer of hours would not hear of a clock that is set. */
const PAUSE_MS = 1000

/**
 * What is due is in the database alone: what came due while nobody looked is published at the next look. A release is
 * published in the transaction that ends its being scheduled, and so once, wherever the clock goes after that. One
 * that can't be published is active again, with the sentence that says why.
 */
export function startScheduler({ store, committer, check }: Parts): Scheduler {
  const authorOf = store.database.prepare('select author from transactions where id = ?')
  let working: Promise<void> | undefined
  let isStopped = false
  /** Why each release waits that is due, as it was said last. */
  const reasons = new Map<string, string>()

  function due(): Release[] {
    const now = Date.now()
    const releases = store.corpus.view('raw').ofType(RELEASE_TYPE).filter(isRelease)
    return releases
      .filter((release) => (dueAt(release) ?? Infinity) <= now)
      .toSorted((one, other) => (dueAt(one) ?? 0) - (dueAt(other) ?? 0))
  }

  async function work(): Promise<void> {
    for (const release of due()) {
      if (isStopped) return
      try {
        const verdict = await check.ask(release.name)
        if (isStopped) return
        if (verdict.kind === 'unknown') sayOnce(release, `waits: ${verdict.sentence}`)
        else {
          finish(release, verdict.kind === 'held' ? verdict.sentence : undefined)
          reasons.delete(release.name)
        }
      } catch (error) {
        sayOnce(release, `could not be published: ${messageOf(error)}`)
      }
    }
  }

  /** Publishes a release, or holds it where that is refused; nothing where somebody changed it meanwhile. */
  function finish(release: Release, sentence: string | undefined): void {
    // Who scheduled it was allowed to.
    const id = String(authorOf.get(release._rev)?.['author'] ?? 'scheduler')
    const user: User = { id, name: id, role: 'administrator' }
    if (store.corpus.get(release._id)?._rev !== release._rev) return
    if (sentence !== undefined) return hold(committer, release, sentence, user)
    try {
      committer.commit({ kind: 'publish', user }, (stage) => {
        const now = findRelease(stage, release.name)
        requireState(now, ['scheduled'], 'be published')
        publishRelease(stage, now)
      })
    } catch (error) {
      if (!(error instanceof LakeError)) throw error
      hold(committer, release, error.message, user)
    }
  }

  function sayOnce(release: Release, reason: string): void {
    if (reasons.get(release.name) === reason) return
    reasons.set(release.name, reason)
    console.error(`The release "${titleOf(release)}" is due and ${reason}`)
  }

  function tick(): Promise<void> {
    working ??= work().finally(() => (working = undefined))
    return working
  }

  const timer = setInterval(() => void tick(), PAUSE_MS)
  timer.unref()
  return {
    tick,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await working
    },
  }
}

/** Takes a release off its schedule, with the sentence that editors read at it. */
function hold(committer: Committer, release: Release, sentence: string, user: User): void {
  committer.commit({ kind: 'hold', user }, (stage) => {
    const body = { set: { state: 'active', error: { message: sentence } }, unset: ['publishAt'] }
    stage.applyToRelease({ name: 'patch', id: release._id, body })
  })
}
