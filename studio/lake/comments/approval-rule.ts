import { isDeepStrictEqual } from 'node:util'
import { isVersionId, publishedId, releaseOf, takesAway, type LakeDocument } from '../document.ts'
import { LakeError } from '../errors.ts'
import { AUTHOR } from '../http/guard.ts'
import type { Rule } from '../mutate/commit.ts'
import { isRelease, type Release } from '../releases/release.ts'
import type { Change } from '../store/transaction.ts'
import { wordsOf, type Reviews } from './review.ts'

/** What people publish needs somebody's approval. */
export interface Approval {
  /** Types of documents that need none. */
  except: readonly string[]
}

/** What the lake itself makes of an upload: it is published with the document that shows it. */
const ASSETS = new Set(['sanity.imageAsset', 'sanity.fileAsset'])

/**
 * Lets people publish what somebody approved, by whatever way they do: a release when it is scheduled, as it is locked
 * from then on. Programs with the lake's token are not bound by it, and taking away needs nobody's word.
 */
export function approvalRule(reviews: Reviews, { except }: Approval): Rule {
  return (changes, stage, user) => {
    if (user.id === AUTHOR) return
    const approved = lockedVersions(changes).map(wordsOf)
    const scheduled = changes
      .flatMap(({ before, after }) => (isScheduled(after) && !isScheduled(before) ? after : []))
      .flatMap((release) => stage.inRelease(release.name))
      .filter((version) => !takesAway(version))
    const unapproved = [...changes.flatMap(publishedBy), ...scheduled].filter(
      (document) =>
        !except.includes(document._type) &&
        !reviews.isApproved(document) &&
        !approved.some((words) => isDeepStrictEqual(words, wordsOf(document))),
    )
    if (unapproved.length === 0) return
    throw new LakeError(
      403,
      'insufficientPermissionsError',
      `What is to be published is not approved as it stands now (${unapproved.map(({ _id: id }) => publishedId(id)).join(', ')}): ask for a review first. Nothing was published.`,
    )
  }
}

/** The versions that go live with a release that waited for its time: they were asked about when it was scheduled. */
function lockedVersions(changes: readonly Change[]): LakeDocument[] {
  const releases = new Set(
    changes.flatMap(({ before, after }) =>
      isScheduled(before) && after && isRelease(after) && after.state === 'published' ? before.name : [],
    ),
  )
  return changes.flatMap(({ id, before }) =>
    before && isVersionId(id) && releases.has(releaseOf(id) ?? '') ? before : [],
  )
}

function publishedBy({ id, before, after }: Change): LakeDocument[] {
  if (after === null || publishedId(id) !== id || isRelease(after) || ASSETS.has(after._type)) return []
  return before && isDeepStrictEqual(wordsOf(before), wordsOf(after)) ? [] : [after]
}

function isScheduled(document: LakeDocument | null): document is Release {
  return document !== null && isRelease(document) && document.state === 'scheduled'
}
