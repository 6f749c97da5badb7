import type { SanityClient } from 'sanity'

type Subscription = ReturnType<ReturnType<SanityClient['listen']>['subscribe']>

interface Heard {
  /** The listener begins, or goes on after a gap. */
  onBegin: () => void
  onEdit: (id: string) => void
  /** The document is gone, or another one has its id by now. */
  onEnd: (id: string) => void
}

/** Tells of drafts and versions that somebody has an interest in. */
export function followDocuments(content: SanityClient, { onBegin, onEdit, onEnd }: Heard) {
  let followed = ''
  let listener: Subscription | undefined

  function follow(ids: readonly string[]): void {
    const asked = ids.toSorted().join(' ')
    if (asked === followed) return
    followed = asked
    listener?.unsubscribe()
    if (ids.length === 0) return
    listener = content
      .listen(
        '*[_id in $ids]',
        { ids },
        { events: ['welcome', 'mutation'], includeResult: false, visibility: 'query' },
      )
      .subscribe({
        next: (event) => {
          if (event.type !== 'mutation') onBegin()
          else if (event.transition === 'update') onEdit(event.documentId)
          else onEnd(event.documentId)
        },
        error: () => (followed = ''),
      })
  }

  return {
    /**
     * The revisions of those that are there, and from now on what becomes of any of them, in place of those before.
     * @throws what the client throws
     */
    revisionsOf: async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      follow(ids)
      if (ids.length === 0) return new Map()
      const found = await content.fetch<{ _id: string; _rev: string }[]>('*[_id in $ids]{_id, _rev}', { ids })
      return new Map(found.map(({ _id, _rev }) => [_id, _rev]))
    },
  }
}
