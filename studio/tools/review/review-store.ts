import { useCallback, useSyncExternalStore } from 'react'
import { useClient, type SanityClient, type SanityDocument } from 'sanity'
import { CLIENT } from '../../client-options.ts'
import { asOf, openReviews, reviewId, type Review, type Reviews, type ReviewStore } from './open-reviews.ts'

/** One for each dataset, as long as the Studio is open: every form and list asks for the same few reviews. */
const stores = new Map<string, ReviewStore>()

/** All reviews, the newest first; undefined until they are known. */
export function useReviews(): Reviews {
  const { subscribe, read } = storeOf(useClient(CLIENT))
  return useSyncExternalStore(subscribe, read)
}

/** The review of this draft or version; approved, where that holds for what it says now. */
export function useReviewOf(
  document: Pick<SanityDocument, '_id' | '_rev'> | null | undefined,
): Review | undefined {
  const reviews = useReviews()
  if (!document || !reviews || reviews === 'absent') return undefined
  const found = reviews.find((review) => review.document === document._id)
  // The store says so, too, a moment later.
  return found && asOf(found, document._rev)
}

/** Writes what is said of documents. Rejects with the content lake's sentence. */
export function useReviewWriter() {
  const client = useReviewClient()
  return {
    request: useCallback(
      ({ _id: id, _type: type, _rev: revision }: SanityDocument, by: string) =>
        client.createOrReplace({
          _id: reviewId(id),
          _type: 'review',
          document: id,
          documentType: type,
          status: 'ready',
          revision,
          requestedBy: by,
        }),
      [client],
    ),
    approve: useCallback(
      ({ _id: id }: Review, revision: string, by: string) =>
        client.patch(id).set({ status: 'approved', approvedBy: by, revision }).commit(),
      [client],
    ),
    takeBack: useCallback(({ _id: id }: Review) => client.delete(id), [client]),
  }
}

function useReviewClient(): SanityClient {
  return commentsOf(useClient(CLIENT))
}

/** Sanity keeps what editors say in a dataset of this name, beside that of the documents. */
function commentsOf(client: SanityClient): SanityClient {
  return client.withConfig({ dataset: `${client.config().dataset}-comments`, perspective: 'raw' })
}

function storeOf(client: SanityClient): ReviewStore {
  const { dataset = '', projectId } = client.config()
  const known = stores.get(dataset)
  if (known) return known
  const content = projectId === 'local' ? undefined : client.withConfig({ perspective: 'raw' })
  const store = openReviews(commentsOf(client), content)
  stores.set(dataset, store)
  return store
}
