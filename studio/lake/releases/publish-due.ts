import { LakeError } from '../errors.ts'
import type { User } from '../http/caller.ts'
import type { Committer } from '../mutate/commit.ts'
import type { Stage } from '../mutate/stage.ts'
import type { Store } from '../store/store.ts'
import { publishRelease } from './publish-release.ts'
import type { ReleaseFault, Verdict } from './release-check.ts'
import { findRelease, isAsScheduled, requireState, titleOf, type Release } from './release.ts'

interface Parts {
  store: Store
  committer: Committer
  userOf: (release: Release) => User
  /** Called after a release went live. */
  onLive: () => void
}

type PublishDue = (
  release: Release,
  verdict: Exclude<Verdict, { kind: 'unknown' }>,
  overtaken: readonly Release[],
) => void

/** Why a release is held, as recorded in it. */
interface Refusal {
  message: string
  faults?: readonly ReleaseFault[]
}

/**
 * Makes what publishes a release that was checked, or holds it where that is refused; it does nothing if somebody changed
 * the release meanwhile. Earlier releases that it overtakes would undo it if they went live later: the same transaction
 * takes them off their schedule, for somebody to decide.
 */
export function createPublishDue({ store: { corpus }, committer, userOf, onLive }: Parts): PublishDue {
  function hold(release: Release, error: Refusal, user: User): void {
    committer.commit({ kind: 'hold', user }, (stage) => takeOff(stage, release, error))
  }

  return (release, verdict, overtaken) => {
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
    onLive()
    for (const one of left) console.error(`The release "${titleOf(one)}" is no longer scheduled. ${reason}`)
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
