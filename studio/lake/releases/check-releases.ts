import { releaseOf } from '../document.ts'
import { conflict } from '../mutate/content.ts'
import type { Stage } from '../mutate/stage.ts'
import type { Corpus } from '../store/corpus.ts'
import type { Change } from '../store/transaction.ts'
import { isRelease, releaseDocumentId, titleOf } from './release.ts'

/** The state that a locked release must enter for its versions to change in the same transaction. */
const MAY_CHANGE = { scheduled: 'published', archived: 'active', published: undefined } as const

/**
 * Keeps releases whole: a scheduled one stays as it was checked until it is live. Ending a release, or bringing it back,
 * changes its versions in the same transaction.
 *
 * @throws LakeError 409 naming the release
 */
export function checkReleases(corpus: Corpus, stage: Stage, changes: readonly Change[]): void {
  const names = changes.flatMap(({ id }) => releaseOf(id) ?? [])
  for (const name of new Set(names)) {
    const before = corpus.get(releaseDocumentId(name))
    const now = stage.get(releaseDocumentId(name))
    if (!isRelease(before) || !isRelease(now)) continue
    if (before.state === 'active' || MAY_CHANGE[before.state] === now.state) continue
    throw conflict(
      before.state === 'scheduled'
        ? `The release "${titleOf(before)}" is scheduled, and its documents are locked: unschedule it to change them`
        : `The release "${titleOf(before)}" is ${before.state}, and its documents stay as they were`,
    )
  }
}
