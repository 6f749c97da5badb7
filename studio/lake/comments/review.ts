import { isDeepStrictEqual } from 'node:util'
import { publishedId, type LakeDocument } from '../document.ts'
import { publishedContentOf } from '../mutate/content.ts'
import type { Corpus } from '../store/corpus.ts'

export const REVIEW_TYPE = 'review'

/**
 * The review of one draft or version as a whole. An approval holds for the revision that it names; an edit turns it
 * back into a request.
 */
export interface Review extends LakeDocument {
  /** Id of the draft or version. */
  document: string
  documentType: string
  status: 'ready' | 'approved'
  /** The revision that was looked at. */
  revision: string
  requestedBy: string
  approvedBy?: string
}

export function reviewId(document: string): string {
  return `review.${document}`
}

export function isReview(document: LakeDocument | undefined): document is Review {
  return document?._type === REVIEW_TYPE
}

/** What reviews say about content. */
export interface Reviews {
  /**
   * Whether somebody approved exactly this text, in a draft or version that has not changed since. That need not be the
   * document at hand: a scheduled draft becomes a version.
   */
  isApproved: (document: LakeDocument) => boolean
}

export function createReviews(content: Corpus, comments: Corpus): Reviews {
  return {
    isApproved: (document) =>
      comments
        .view('raw')
        .ofType(REVIEW_TYPE)
        .filter(isReview)
        .filter(
          ({ status, document: id }) =>
            status === 'approved' && publishedId(id) === publishedId(document._id),
        )
        .some(({ document: id, revision }) => {
          const approved = content.get(id)
          return approved?._rev === revision && isDeepStrictEqual(wordsOf(approved), wordsOf(document))
        }),
  }
}

/** What a document says, whichever draft or version says it. */
export function wordsOf(document: LakeDocument): unknown {
  const { _id, _createdAt, ...words } = publishedContentOf(document)
  return words
}
