import { setTimeout as pause } from 'node:timers/promises'
import { publishedId } from '../document.ts'
import { LakeError, messageOf } from '../errors.ts'
import type { User } from '../http/guard.ts'
import type { Committer } from '../mutate/commit.ts'
import type { Store } from '../store/store.ts'
import { publishRelease } from './publish-release.ts'
import type { ReleaseCheck, Verdict } from './release-check.ts'
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
  /**
   * Publishes what is due now in the order of their times. One that can't be checked lets those pass that share no
   * document with it. Never rejects.
   */
  tick: () => Promise<void>
  stop: () => Promise<void>
}

interface Parts {
  store: Store
  committer: Committer
  check: ReleaseCheck
  /** How long a check is waited for before others are looked at meanwhile, and how long others wait, in ms. */
  patience?: { check: number; others: number }
}

/** Looked at by the wall clock, and often: a timer of hours would not hear of a clock that is set. */
const PAUSE_MS = 1000
const PATIENCE = { check: 5_000, others: 10 * 60_000 }

/** A check under way, and what was published when it began. */
interface Asked {
  publishAt: unknown
  publishes: number
  verdict: Promise<Verdict>
}

/**
 * What is due is in the database alone: what came due while nobody looked is published at the next look. A release is
 * published in the transaction that ends its being scheduled, and so once, wherever the clock goes after that. One
 * that can't be published is active again, with the sentence that says why.
 */
export function startScheduler({ store, committer, check, patience = PATIENCE }: Parts): Scheduler {
  const authorOf = store.database.prepare('select author from transactions where id = ?')
  let working: Promise<void> | undefined
  let isStopped = false
  /** Why each release waits that is due, as it was said last. */
  const reasons = new Map<string, string>()
  const asked = new Map<string, Asked>()
  /** Since when each waits for an earlier one, in ms of this process. */
  const waitsSince = new Map<string, number>()
  /** How many releases went live in this run: a check from before the last is of other content. */
  let publishes = 0

  function due(): Release[] {
    const now = Date.now()
    const releases = store.corpus.view('raw').ofType(RELEASE_TYPE).filter(isRelease)
    return releases
      .filter((release) => (dueAt(release) ?? Infinity) <= now)
      .toSorted((one, other) => (dueAt(one) ?? 0) - (dueAt(other) ?? 0))
  }

  async function work(): Promise<void> {
    const waiting: Release[] = []
    for (const release of due()) {
      if (isStopped) return
      const before = waiting.filter((one) => sharesDocuments(one, release))
      const [first] = before
      if (first !== undefined && !hasWaitedLong(release)) {
        wait(
          release,
          `waits for the release "${titleOf(first)}", which changes the same documents before it.`,
        )
        waiting.push(release)
        continue
      }
      if (!(await tryToFinish(release))) waiting.push(release)
      else for (const one of before) holdOvertaken(one, release)
    }
  }

  /** Whether the release is no longer due. Never rejects. */
  async function tryToFinish(release: Release): Promise<boolean> {
    try {
      const verdict = await Promise.race([
        verdictOn(release),
        pause(patience.check, undefined, { ref: false }),
      ])
      if (isStopped) return false
      if (verdict === undefined) wait(release, 'is still being checked.')
      else if (verdict.kind === 'unknown') wait(release, `waits: ${verdict.sentence}`)
      else {
        finish(release, verdict.kind === 'held' ? verdict.sentence : undefined)
        reasons.delete(release.name)
        waitsSince.delete(release.name)
        return true
      }
    } catch (error) {
      wait(release, `could not be published: ${messageOf(error)}`)
    }
    return false
  }

  /** Takes up a check that began before, unless what it looked at has changed since. */
  async function verdictOn(release: Release): Promise<Verdict> {
    let known = asked.get(release.name)
    if (known?.publishes !== publishes || known.publishAt !== release['publishAt']) {
      known = { publishAt: release['publishAt'], publishes, verdict: check.ask(release.name) }
      asked.set(release.name, known)
    }
    const verdict = await known.verdict
    if (asked.get(release.name) === known) asked.delete(release.name)
    return verdict
  }

  function sharesDocuments(one: Release, other: Release): boolean {
    const versions = [...store.corpus.versions.inRelease(one.name)].map(publishedId)
    const documents = new Set(versions)
    return [...store.corpus.versions.inRelease(other.name)].some((id) => documents.has(publishedId(id)))
  }

  /** By a clock that nobody sets, and from the first look: after a stop, all that came due is as old. */
  function hasWaitedLong({ name }: Release): boolean {
    const since = waitsSince.get(name) ?? performance.now()
    waitsSince.set(name, since)
    return performance.now() - since >= patience.others
  }

  /** Live after a later one, an earlier one would undo it: somebody decides instead. */
  function holdOvertaken(before: Release, later: Release): void {
    const sentence = `It could not be checked in time, and "${titleOf(later)}" went live with documents that both change. Run this release to put its own over them.`
    try {
      if (store.corpus.get(later._id)?.['state'] !== 'published') return
      if (store.corpus.get(before._id)?.['state'] !== 'scheduled') return
      hold(committer, before, sentence, userOf(before))
      console.error(`The release "${titleOf(before)}" is no longer scheduled. ${sentence}`)
    } catch (error) {
      console.error(
        `The release "${titleOf(before)}" could not be taken off its schedule: ${messageOf(error)}`,
      )
    }
  }

  /** Publishes a release, or holds it where that is refused; nothing where somebody changed it meanwhile. */
  function finish(release: Release, sentence: string | undefined): void {
    const user = userOf(release)
    if (store.corpus.get(release._id)?._rev !== release._rev) return
    if (sentence !== undefined) return hold(committer, release, sentence, user)
    try {
      committer.commit({ kind: 'publish', user }, (stage) => {
        const now = findRelease(stage, release.name)
        requireState(now, ['scheduled'], 'be published')
        publishRelease(stage, now)
      })
      publishes += 1
    } catch (error) {
      if (!(error instanceof LakeError)) throw error
      hold(committer, release, error.message, user)
    }
  }

  /** Who scheduled it was allowed to. Releases of earlier versions of this program don't say who that was. */
  function userOf(release: Release): User {
    const known = release['scheduledBy'] ?? authorOf.get(release._rev)?.['author']
    const id = typeof known === 'string' ? known : 'scheduler'
    return { id, name: id, role: 'administrator' }
  }

  /** Says why a due release waits, once for each reason: in the log, and at the release, where editors read it. */
  function wait(release: Release, reason: string): void {
    if (reasons.get(release.name) === reason) return
    reasons.set(release.name, reason)
    console.error(`The release "${titleOf(release)}" is due and ${reason}`)
    const error = { message: `It is due and ${reason} It is tried again by itself.` }
    try {
      committer.commit({ kind: 'wait', user: userOf(release) }, (stage) => {
        if (stage.get(release._id)?.['state'] !== 'scheduled') return
        stage.applyToRelease({ name: 'patch', id: release._id, body: { set: { error } } })
      })
    } catch (failure) {
      console.error(`Why the release "${titleOf(release)}" waits could not be noted: ${messageOf(failure)}`)
    }
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
    const body = {
      set: { state: 'active', error: { message: sentence } },
      unset: ['publishAt', 'scheduledBy'],
    }
    stage.applyToRelease({ name: 'patch', id: release._id, body })
  })
}
