import type { Dataset } from '../http/dataset.ts'
import { createBus, type Bus } from '../listen/bus.ts'
import { createCommitter } from '../mutate/commit.ts'
import { openStore, type Store } from '../store/store.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { commentRule } from './comment-rule.ts'
import { reviewRule } from './review-rule.ts'
import { createReviews, isReview, REVIEW_TYPE, reviewId, type Review, type Reviews } from './review.ts'

/** As the Studio asks for it: the dataset that belongs to another one. */
export const COMMENTS_DATASET = 'production-comments'

/** What editors say about documents, beside them: Sanity keeps it in a dataset of its own, which no page reads. */
export interface Comments extends Dataset {
  store: Store
  reviews: Reviews
  close: () => void
}

const SYSTEM = { id: 'system', name: 'Content lake', role: 'administrator' } as const

/**
 * Opens `<dataDir>/comments.db`.
 * @param webhooks whom its outbox keeps notices of comments for
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

  /** A review ends with its draft, by whatever way that goes, and an edit asks for another look. */
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
  // One that can't be followed, as the disk refuses, is looked at again at the next start.
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
