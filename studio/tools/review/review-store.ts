import { useCallback, useSyncExternalStore } from 'react'
import { useClient, type SanityClient, type SanityDocument } from 'sanity'

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

interface ReviewStore {
  read: () => Reviews
  subscribe: (listener: () => void) => () => void
}

const API = { apiVersion: '2025-02-19' }
const QUERY = '*[_type == "review"] | order(_updatedAt desc)'

/** One for each dataset, as long as the Studio is open: every form and list asks for the same few reviews. */
const stores = new Map<string, ReviewStore>()

/** All reviews, the newest first; undefined until they are known. */
export function useReviews(): Reviews {
  const { subscribe, read } = storeOf(useReviewClient())
  return useSyncExternalStore(subscribe, read)
}

/** The review of this draft or version; approved, where that holds for what it says now. */
export function useReviewOf(
  document: Pick<SanityDocument, '_id' | '_rev'> | null | undefined,
): Review | undefined {
  const reviews = useReviews()
  if (!document || !reviews || reviews === 'absent') return undefined
  const found = reviews.find((review) => review.document === document._id)
  // The content lake says so, too, a moment later.
  const isOutdated = found?.status === 'approved' && found.revision !== document._rev
  return found && isOutdated ? { ...found, status: 'ready' } : found
}

/** Writes what is said of documents. Rejects with the content lake's sentence. */
export function useReviewWriter() {
  const client = useReviewClient()
  return {
    request: useCallback(
      ({ _id: id, _type: type, _rev: revision }: SanityDocument, by: string) =>
        client.createOrReplace({
          _id: `review.${id}`,
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

/** Sanity keeps what editors say in a dataset of this name, beside that of the documents. */
function useReviewClient(): SanityClient {
  const client = useClient(API)
  return client.withConfig({ dataset: `${client.config().dataset}-comments`, perspective: 'raw' })
}

function storeOf(client: SanityClient): ReviewStore {
  const { dataset = '' } = client.config()
  const known = stores.get(dataset)
  if (known) return known
  const store = createStore(client)
  stores.set(dataset, store)
  return store
}

function createStore(client: SanityClient): ReviewStore {
  const listeners = new Set<() => void>()
  let reviews: Reviews
  let isListening = false

  function say(next: Reviews): void {
    reviews = next
    for (const listener of listeners) listener()
  }

  async function read(): Promise<void> {
    try {
      say(await client.fetch<Review[]>(QUERY))
    } catch {
      // A server that is away says nothing new, and a dataset without comments never does.
      if (reviews === undefined) say('absent')
    }
  }

  function listen(): void {
    if (isListening) return
    isListening = true
    client
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
