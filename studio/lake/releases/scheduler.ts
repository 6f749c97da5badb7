import { RELEASE_TYPE } from '../document.ts'
import { messageOf } from '../errors.ts'
import type { User } from '../http/caller.ts'
import type { Committer } from '../mutate/commit.ts'
import type { Store } from '../store/store.ts'
import { createDueChecks } from './due-checks.ts'
import { createPublishDue } from './publish-due.ts'
import type { ReleaseCheck } from './release-check.ts'
import {
  areLinked,
  dueAt,
  isAsScheduled,
  isRelease,
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
  const publishDue = createPublishDue({ store, committer, userOf, onLive: checks.wentLive })
  let working: Promise<void> | undefined
  let isStopped = false

  async function work(): Promise<void> {
    const waiting: Release[] = []
    const all = dueReleases(corpus)
    waits.keep(all)
    checks.keep(new Set(all.map(({ name }) => name)))
    for (const release of all) {
      if (isStopped) return
      if (!(await isFinished(release, waiting))) waiting.push(release)
    }
  }

  /** Whether a release is no longer due, once it had its turn after those that wait. */
  async function isFinished(release: Release, waiting: readonly Release[]): Promise<boolean> {
    const isShared = (one: Release): boolean => sharesDocuments(corpus, one, release)
    const before = waiting.filter((one) => isShared(one) || areLinked(corpus, one, release))
    const [first] = before
    if (first === undefined || waits.hasWaitedLong(release))
      return tryToFinish(release, before.filter(isShared))
    const changed = isShared(first) ? 'the same documents' : 'documents that belong to its own'
    waits.note(release, `waits for the release "${titleOf(first)}", which changes ${changed} before it.`)
    return false
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
      else publishDue(release, verdict, overtaken)
    } catch (error) {
      waits.note(release, `could not be published: ${messageOf(error)}`)
    }
    return !isAsScheduled(release, corpus)
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
