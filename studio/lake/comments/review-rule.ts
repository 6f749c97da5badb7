import type { DatabaseSync } from 'node:sqlite'
import { isDraftId, isVersionId, type LakeDocument } from '../document.ts'
import { LakeError } from '../errors.ts'
import type { User } from '../http/caller.ts'
import type { Rule } from '../mutate/commit.ts'
import type { Corpus } from '../store/corpus.ts'
import { createAuthors } from './authors.ts'
import { forbidden, invalid } from './comment-rule.ts'
import { isReview, REVIEW_TYPE, reviewId, type Review } from './review.ts'

const FIELDS = new Set(
  '_id _type _rev _createdAt _updatedAt document documentType status revision requestedBy approvedBy'.split(
    ' ',
  ),
)

/**
 * Keeps reviews true: they name the draft or version as it is now and whoever writes them. Nobody approves what they
 * wrote or asked for, except administrators, since there may be only one person.
 */
export function reviewRule(content: Corpus, database: DatabaseSync): Rule {
  const authors = createAuthors(database)

  return (changes, _stage, user) => {
    for (const { id, before, after } of changes) {
      if (after?._type !== REVIEW_TYPE && before?._type !== REVIEW_TYPE) continue
      if (after === null) requireMayTakeBack(before, user)
      else if (!isReview(after) || !isWhole(after, id)) throw invalid(`"${id}" is no review`)
      else {
        requireCurrent(after)
        if (after.status === 'ready') requireOwn(after.requestedBy, user)
        else requireMayApprove(before, after, user)
      }
    }
  }

  function requireCurrent({ document, documentType, revision }: Review): void {
    const reviewed = content.get(document)
    if (reviewed?._type === documentType && reviewed._rev === revision) return
    throw new LakeError(
      409,
      'mutationError',
      'The draft was changed since you looked at it. Look at it again. Nothing was changed.',
    )
  }

  function requireMayApprove(before: LakeDocument | null, after: Review, user: User): void {
    requireOwn(after.approvedBy, user)
    if (before?.['requestedBy'] !== after.requestedBy)
      throw invalid('What nobody asked to review can’t be approved: say “Ready for review” first')
    if (user.role === 'administrator') return
    const { document: id, revision } = after
    if (after.requestedBy !== user.id && !authors({ id, revision }).has(user.id)) return
    throw forbidden('Somebody else than who wrote it or asked for it approves a draft, or an administrator')
  }
}

function isWhole(review: Review, id: string): boolean {
  const { document, status, approvedBy } = review
  return (
    id === reviewId(document) &&
    (isDraftId(document) || isVersionId(document)) &&
    [review.documentType, review.revision, review.requestedBy].every((value) => typeof value === 'string') &&
    (status === 'approved'
      ? typeof approvedBy === 'string'
      : status === 'ready' && approvedBy === undefined) &&
    Object.keys(review).every((field) => FIELDS.has(field))
  )
}

function requireOwn(by: string | undefined, user: User): void {
  if (by !== user.id) throw forbidden('A review is written in one’s own name')
}

function requireMayTakeBack(review: LakeDocument | null, user: User): void {
  if (user.role === 'administrator') return
  if ([review?.['requestedBy'], review?.['approvedBy']].includes(user.id)) return
  throw forbidden('A review is taken back by who asked for it or approved it, or by an administrator')
}
