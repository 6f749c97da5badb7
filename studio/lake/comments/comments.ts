import type { Dataset } from '../http/dataset.ts'
import { createBus, type Bus } from '../listen/bus.ts'
import { createCommitter } from '../mutate/commit.ts'
import { openStore, type Store } from '../store/store.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { commentRule } from './comment-rule.ts'
import { reviewRule } from './review-rule.ts'
import { createReviews, isReview, REVIEW_TYPE, reviewId, type Review, type Reviews } from './review.ts'

/** How the Studio asks for the comments dataset of another dataset. */
export const COMMENTS_DATASET = 'production-comments'

/** Comments and reviews. Like Sanity, the lake keeps them in a dataset of their own, which no page reads. */
export interface Comments extends Dataset {
  store: Store
  reviews: Reviews
  close: () => void
}

const SYSTEM = { id: 'system', name: 'Content lake', role: 'administrator' } as const

/**
 * Opens `<dataDir>/comments.db`.
 * @param webhooks those that hear of comments, through the outbox
 * @throws LakeStartError when the database can't be opened or read
 */
export function openComments(
  dataDir: string,
  content: Store,
  contentBus: Bus,
  webhooks: readonly Webhook[],
): Comments {
  const store = openStore(dataDir, 'comments.db')
  const { corpus } = store
  const bus = createBus()
  const rules = [commentRule(corpus), reviewRule(content.corpus, content.database)]
  const committer = createCommitter(store, bus, webhooks, rules)
  const unbound = createCommitter(store, bus, webhooks)

  /** Ends a review with its draft, however that disappears, and reopens it after an edit. */
  function follow(reviews: readonly Review[]): void {
    const outdated = reviews.filter(
      ({ document, revision }) => content.corpus.get(document)?._rev !== revision,
    )
    if (outdated.length === 0) return
    unbound.commit({ kind: 'mutate', user: SYSTEM }, (stage) => {
      for (const { _id: id, document, documentType } of outdated) {
        const now = content.corpus.get(document)
        if (now?._type !== documentType) stage.apply({ name: 'delete', id, body: {} })
        else {
          const body = { set: { status: 'ready', revision: now._rev }, unset: ['approvedBy'] }
          stage.apply({ name: 'patch', id, body })
        }
      }
    })
  }

  follow(corpus.view('raw').ofType(REVIEW_TYPE).filter(isReview))
  // A review that can't be updated, as when the disk is full, is looked at again at the next start.
  const unsubscribe = contentBus.subscribe(({ changes }) =>
    follow(changes.map(({ id }) => corpus.get(reviewId(id))).filter(isReview)),
  )
  return {
    name: COMMENTS_DATASET,
    corpus,
    committer,
    bus,
    store,
    reviews: createReviews(content.corpus, corpus),
    close: () => {
      unsubscribe()
      store.close()
    },
  }
}
