import { RELEASE_TYPE } from '../document.ts'
import { LakeError, messageOf } from '../errors.ts'
import type { User } from '../http/guard.ts'
import type { Committer } from '../mutate/commit.ts'
import type { Stage } from '../mutate/stage.ts'
import type { Store } from '../store/store.ts'
import { createDueChecks } from './due-checks.ts'
import { publishRelease } from './publish-release.ts'
import type { ReleaseCheck, ReleaseFault, Verdict } from './release-check.ts'
import {
  areLinked,
  dueAt,
  findRelease,
  isAsScheduled,
  isRelease,
  requireState,
  sharesDocuments,
  titleOf,
  type Release,
} from './release.ts'
import { createWaitingReleases } from './waiting-releases.ts'

/** Publishes releases when their time has come. */
export interface Scheduler {
  /**
   * Publishes due releases in the order of their times. While one can't be checked, later ones go first if they share
   * no document with it and refer to none of its. Never rejects.
   */
  tick: () => Promise<void>
  stop: () => Promise<void>
}

interface Parts {
  store: Store
  committer: Committer
  check: Pick<ReleaseCheck, 'ask'>
  /** How long to wait for a check before looking at others, and how long others wait for it, in ms. */
  patience?: { check: number; others: number }
}

/** Checks the wall clock often: a timer of hours would miss a change of the clock. */
const PAUSE_MS = 1000
const PATIENCE = { check: 5_000, others: 10 * 60_000 }

/** Why a release is held, as recorded in it. */
interface Refusal {
  message: string
  faults?: readonly ReleaseFault[]
}

/**
 * Schedules exist only in the database: what came due while the lake was down is published at the next look. The
 * transaction that publishes a release also ends its schedule, so it goes live once, whatever the clock does. A release
 * that can't be published becomes active again, with a sentence that says why.
 */
export function startScheduler({ store, committer, check, patience = PATIENCE }: Parts): Scheduler {
  const { corpus } = store
  const userOf = findScheduler(store)
  const checks = createDueChecks(corpus, check, patience.check)
  const waits = createWaitingReleases({ committer, userOf, patience: patience.others })
  let working: Promise<void> | undefined
  let isStopped = false

  async function work(): Promise<void> {
    const waiting: Release[] = []
    const all = dueReleases(corpus)
    waits.keep(all)
    checks.keep(new Set(all.map(({ name }) => name)))
    for (const release of all) {
      if (isStopped) return
      const before = waiting.filter(
        (one) => sharesDocuments(corpus, one, release) || areLinked(corpus, one, release),
      )
      const [first] = before
      if (first !== undefined && !waits.hasWaitedLong(release)) {
        const changed = sharesDocuments(corpus, first, release)
          ? 'the same documents'
          : 'documents that belong to its own'
        waits.note(release, `waits for the release "${titleOf(first)}", which changes ${changed} before it.`)
        waiting.push(release)
        continue
      }
      const overtaken = before.filter((one) => sharesDocuments(corpus, one, release))
      if (!(await tryToFinish(release, overtaken))) waiting.push(release)
    }
  }

  /** Whether the release is no longer due. Never rejects. */
  async function tryToFinish(release: Release, overtaken: readonly Release[]): Promise<boolean> {
    try {
      const verdict = await checks.ask(release)
      if (isStopped) return false
      if (verdict === undefined) {
        // A known reason says more than "being checked", and holds until the check has ended.
        if (!waits.hasReason(release)) waits.note(release, 'is still being checked.')
      } else if (verdict.kind === 'unknown') waits.note(release, `waits: ${verdict.sentence}`)
      else finish(release, verdict, overtaken)
    } catch (error) {
      waits.note(release, `could not be published: ${messageOf(error)}`)
    }
    return !isAsScheduled(release, corpus)
  }

  /**
   * Publishes a release, or holds it where that is refused; does nothing if somebody changed it meanwhile. Earlier
   * releases that it overtakes would undo it if they went live later: the same transaction takes them off their
   * schedule, for somebody to decide.
   */
  function finish(
    release: Release,
    verdict: Exclude<Verdict, { kind: 'unknown' }>,
    overtaken: readonly Release[],
  ): void {
    const user = userOf(release)
    if (corpus.get(release._id)?._rev !== release._rev) return
    if (verdict.kind === 'held')
      return hold(release, { message: verdict.sentence, faults: verdict.faults }, user)
    const reason = `It could not be checked in time, and "${titleOf(release)}" went live with documents that both change. Run this release to put its own over them.`
    const left = overtaken.filter((one) => isAsScheduled(one, corpus))
    try {
      committer.commit({ kind: 'publish', user }, (stage) => {
        const now = findRelease(stage, release.name)
        requireState(now, ['scheduled'], 'be published')
        publishRelease(stage, now)
        for (const one of left) takeOff(stage, one, { message: reason })
      })
    } catch (error) {
      if (!(error instanceof LakeError)) throw error
      return hold(release, { message: error.message }, user)
    }
    checks.wentLive()
    for (const one of left) console.error(`The release "${titleOf(one)}" is no longer scheduled. ${reason}`)
  }

  function hold(release: Release, error: Refusal, user: User): void {
    committer.commit({ kind: 'hold', user }, (stage) => takeOff(stage, release, error))
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

/** Takes a release off its schedule, with a sentence for editors. */
function takeOff(stage: Stage, release: Release, error: Refusal): void {
  const body = {
    set: { state: 'active', error },
    unset: ['publishAt', 'scheduledBy'],
  }
  stage.applyToRelease({ name: 'patch', id: release._id, body })
}

/** Those whose time has come, in the order of their times. */
function dueReleases(corpus: Store['corpus']): Release[] {
  const now = Date.now()
  const releases = corpus.view('raw').ofType(RELEASE_TYPE).filter(isRelease)
  return releases
    .filter((release) => (dueAt(release) ?? Infinity) <= now)
    .toSorted((one, other) => (dueAt(one) ?? 0) - (dueAt(other) ?? 0))
}

/**
 * Finds who scheduled a release and so was allowed to. Releases scheduled by earlier versions of this program don't say.
 */
function findScheduler({ database }: Store): (release: Release) => User {
  const authorOf = database.prepare('select author from transactions where id = ?')
  return (release) => {
    const known = release['scheduledBy'] ?? authorOf.get(release._rev)?.['author']
    const id = typeof known === 'string' ? known : 'scheduler'
    return { id, name: id, role: 'administrator' }
  }
}
