import { isVersionId, releaseOf } from '../document.ts'
import { conflict } from '../mutate/content.ts'
import type { Stage } from '../mutate/stage.ts'
import type { Corpus } from '../store/corpus.ts'
import type { Change } from '../store/transaction.ts'
import { isRelease, releaseDocumentId, titleOf } from './release.ts'

/**
 * Keeps releases whole: what is scheduled stays as it was checked until it is live. What ends or brings back a
 * release changes its versions in the same transaction.
 *
 * @throws LakeError 409 naming the release
 */
export function checkReleases(corpus: Corpus, stage: Stage, changes: readonly Change[]): void {
  const changed = new Set(changes.map(({ id }) => id))
  for (const { id } of changes) {
    const name = isVersionId(id) ? releaseOf(id) : undefined
    if (name === undefined) continue
    const releaseId = releaseDocumentId(name)
    const now = stage.get(releaseId)
    if (!isRelease(now)) continue
    const before = corpus.get(releaseId)
    const isOpen = now.state === 'active' && (!isRelease(before) || before.state !== 'scheduled')
    if (isOpen || (changed.has(releaseId) && now.state !== 'scheduled')) continue
    throw conflict(
      now.state === 'scheduled'
        ? `The release "${titleOf(now)}" is scheduled, and its documents are locked: unschedule it to change them`
        : `The release "${titleOf(now)}" is ${now.state}, and its documents stay as they were`,
    )
  }
}
