import type { SanityClient } from 'sanity'
import { followDocuments } from './follow-documents.ts'

/** What is said of a draft or version as a whole, as the content lake keeps it. */
export interface Review {
  _id: string
  document: string
  documentType: string
  status: 'ready' | 'approved'
  /** The revision that this was said of. */
  revision: string
  requestedBy: string
  approvedBy?: string
  _updatedAt: string
}

/** `absent` where the dataset has none beside it for what editors say. */
export type Reviews = readonly Review[] | 'absent' | undefined

export interface ReviewStore {
  read: () => Reviews
  subscribe: (listener: () => void) => () => void
}

const QUERY = '*[_type == "review"] | order(_updatedAt desc)'

/** Id of what is said of this draft or version. */
export function reviewId(document: string): string {
  return `review.${document}`
}

/** The review, where the draft has this revision by now: an approval is one of what was looked at. */
export function asOf(review: Review, revision: string): Review {
  if (review.status !== 'approved' || review.revision === revision) return review
  const { approvedBy: _approvedBy, ...asked } = review
  return { ...asked, status: 'ready' }
}

/**
 * All reviews, the newest first, up to date from the first subscriber on.
 * @param comments a client of the dataset that holds them
 * @param content one of the documents, where the content lake knows no reviews and lets them outlive their drafts: then
 * each Studio that is open ends them
 */
export function openReviews(comments: SanityClient, content?: SanityClient): ReviewStore {
  const listeners = new Set<() => void>()
  const documents = content && followDocuments(content, { onBegin: () => void read(), onEdit, onEnd })
  let reviews: Reviews
  let isListening = false

  function say(next: Reviews): void {
    reviews = next
    for (const listener of listeners) listener()
  }

  async function read(): Promise<void> {
    try {
      const stored = await comments.fetch<Review[]>(QUERY)
      say(
        documents ? standing(stored, await documents.revisionsOf(stored.map((one) => one.document))) : stored,
      )
    } catch {
      // A server that is away says nothing new, and a dataset without comments never does.
      if (reviews === undefined) say('absent')
    }
  }

  function onEdit(id: string): void {
    const isApproved = (one: Review) => one.document === id && one.status === 'approved'
    if (Array.isArray(reviews) && reviews.some(isApproved)) void read()
  }

  function onEnd(id: string): void {
    // Another tab may have been first, and somebody may not write.
    void comments.delete(reviewId(id)).catch(() => undefined)
  }

  function listen(): void {
    if (isListening) return
    isListening = true
    comments
      .listen(QUERY, {}, { events: ['welcome', 'mutation'], includeResult: false, visibility: 'query' })
      .subscribe({ next: () => void read(), error: () => say('absent') })
  }

  return {
    read: () => reviews,
    subscribe: (listener) => {
      listeners.add(listener)
      listen()
      return () => void listeners.delete(listener)
    },
  }
}

/** Reviews of what is still there, as it is now. */
function standing(stored: readonly Review[], revisions: ReadonlyMap<string, string>): Review[] {
  return stored.flatMap((review) => {
    const revision = revisions.get(review.document)
    return revision === undefined ? [] : asOf(review, revision)
  })
}
