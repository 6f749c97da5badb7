import { isDeepStrictEqual } from 'node:util'
import { isVersionId, publishedId, releaseOf, takesAway, type LakeDocument } from '../document.ts'
import { LakeError } from '../errors.ts'
import { AUTHOR } from '../http/caller.ts'
import type { Rule } from '../mutate/commit.ts'
import { isRelease, type Release } from '../releases/release.ts'
import type { Change } from '../store/transaction.ts'
import { wordsOf, type Reviews } from './review.ts'

/** Makes people publish only what somebody approved. */
export interface Approval {
  /** Types of documents that need none. */
  except: readonly string[]
}

/** Asset documents, which the lake writes itself on an upload. */
const ASSETS = new Set(['sanity.imageAsset', 'sanity.fileAsset'])

/**
 * Lets people publish only what somebody approved, whichever way they do it. A release is checked when it is scheduled,
 * as it is locked from then on. Programs with the lake's token are exempt, and so are deleting and unpublishing.
 */
export function approvalRule(reviews: Reviews, { except }: Approval): Rule {
  const exempt = new Set([...ASSETS, ...except])
  return (changes, stage, user) => {
    if (user.id === AUTHOR) return
    const approved = lockedVersions(changes).map(wordsOf)
    const scheduled = changes
      .flatMap(({ before, after }) => (isScheduled(after) && !isScheduled(before) ? after : []))
      .flatMap((release) => stage.inRelease(release.name))
      .filter((version) => !takesAway(version))
      .map((document) => ({ document, before: stage.get(publishedId(document._id)) }))
    const unapproved = [...changes.flatMap(publishedBy), ...scheduled].filter(
      ({ document, before }) =>
        // A document replaced by one of an exempt type would be gone for whatever shows it.
        !(exempt.has(document._type) && (!before || before._type === document._type)) &&
        !reviews.isApproved(document) &&
        !approved.some((words) => isDeepStrictEqual(words, wordsOf(document))),
    )
    if (unapproved.length === 0) return
    throw new LakeError(
      403,
      'insufficientPermissionsError',
      `What is to be published is not approved as it stands now (${unapproved.map(({ document }) => publishedId(document._id)).join(', ')}): ask for a review first. Nothing was published.`,
    )
  }
}

/** The versions of a scheduled release, whose approval was checked when it was scheduled. */
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

/** A document that is being published, and the one it replaces. */
interface Published {
  document: LakeDocument
  before: LakeDocument | null
}

function publishedBy({ id, before, after }: Change): Published[] {
  if (after === null || publishedId(id) !== id || isRelease(after)) return []
  return before && isDeepStrictEqual(wordsOf(before), wordsOf(after)) ? [] : [{ document: after, before }]
}

function isScheduled(document: LakeDocument | null): document is Release {
  return document !== null && isRelease(document) && document.state === 'scheduled'
}
