import { isDeepStrictEqual } from 'node:util'
import { messageOf } from '../errors.ts'
import type { User } from '../http/guard.ts'
import type { Committer } from '../mutate/commit.ts'
import { isAsScheduled, scheduleOf, titleOf, type Release } from './release.ts'

/** Between two reasons noted at one release: answers that take turns must not fill its history. In ms. */
const NOTE_MS = 60_000

/** Why releases that are due wait, and since when. */
export interface WaitingReleases {
  /** Says why a due release waits, once for each reason: in the log, and at the release, where editors read it. */
  note: (release: Release, reason: string) => void
  hasReason: (release: Release) => boolean
  /** By a clock that nobody sets, and from the first look: after a stop, all that came due is as old. */
  hasWaitedLong: (release: Release) => boolean
  /** Forgets all but these: what was taken off its schedule, or moved, begins anew when it is due again. */
  keep: (releases: readonly Release[]) => void
}

interface Parts {
  committer: Committer
  /** Whose change a release is that is published by itself. */
  userOf: (release: Release) => User
  /** From when on a release has waited long, in ms. */
  patience: number
}

interface Reason {
  reason: string
  /** When it was said last, in ms of this process. */
  saidAt: number
}

export function createWaitingReleases({ committer, userOf, patience }: Parts): WaitingReleases {
  const reasons = new Map<string, Reason>()
  /** In ms of this process. */
  const waitsSince = new Map<string, number>()

  function note(release: Release, reason: string): void {
    const schedule = scheduleOf(release)
    const known = reasons.get(schedule)
    if (known && (known.reason === reason || performance.now() - known.saidAt < NOTE_MS)) return
    reasons.set(schedule, { reason, saidAt: performance.now() })
    console.error(`The release "${titleOf(release)}" is due and ${reason}`)
    const error = { message: `It is due and ${reason} It is tried again by itself.` }
    try {
      committer.commit({ kind: 'wait', user: userOf(release) }, (stage) => {
        if (!isAsScheduled(release, stage) || isDeepStrictEqual(stage.get(release._id)?.['error'], error))
          return
        stage.applyToRelease({ name: 'patch', id: release._id, body: { set: { error } } })
      })
    } catch (failure) {
      console.error(`Why the release "${titleOf(release)}" waits could not be noted: ${messageOf(failure)}`)
    }
  }

  return {
    note,
    hasReason: (release) => reasons.has(scheduleOf(release)),
    hasWaitedLong: (release) => {
      const since = waitsSince.get(scheduleOf(release)) ?? performance.now()
      waitsSince.set(scheduleOf(release), since)
      return performance.now() - since >= patience
    },
    keep: (releases) => {
      const wanted = new Set(releases.map(scheduleOf))
      for (const known of [reasons, waitsSince])
        for (const schedule of known.keys()) if (!wanted.has(schedule)) known.delete(schedule)
    },
  }
}
