import { isDeepStrictEqual } from 'node:util'
import { messageOf } from '../errors.ts'
import type { User } from '../http/caller.ts'
import type { Committer } from '../mutate/commit.ts'
import { isAsScheduled, scheduleOf, titleOf, type Release } from './release.ts'

/** Least time between two notes at a release, in ms: alternating reasons must not fill its history. */
const NOTE_MS = 60_000

/** Why releases that are due wait, and since when. */
export interface WaitingReleases {
  /** Notes why a due release waits, once for each reason: in the log, and in the release, where editors read it. */
  note: (release: Release, reason: string) => void
  hasReason: (release: Release) => boolean
  /** Measured by a monotonic clock from the first look: after a stop, everything that came due is equally old. */
  hasWaitedLong: (release: Release) => boolean
  /** Forgets all but these: an unscheduled or moved release starts over when it is due again. */
  keep: (releases: readonly Release[]) => void
}

interface Parts {
  committer: Committer
  /** The user in whose name a scheduled release is published. */
  userOf: (release: Release) => User
  /** After how many ms a release has waited long. */
  patience: number
}

interface Reason {
  reason: string
  /** When it was last noted, in ms of this process. */
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
