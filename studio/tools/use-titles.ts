import { getDraftId, getPublishedId } from '@sanity/client/csm'
import { useEffect, useState } from 'react'
import { useClient, useSchema } from 'sanity'
import { CLIENT } from '../client-options.ts'
import { PAGES } from '../schema/pages.ts'

const PAGE_TYPES = new Set<string>(PAGES)

interface Named {
  _id: string
  _type: string
  title: string | null
}

/**
 * What editors call these documents: their own title as it is drafted, or that of their type. Deleted ones have the
 * title they are given.
 * @param ids published ones, or those of versions in releases, which are called what they are called there
 */
export function useTitles(ids: readonly string[]): (id: string, gone?: string) => string {
  const client = useClient(CLIENT)
  const schema = useSchema()
  const [named, setNamed] = useState<ReadonlyMap<string, Named>>(new Map())
  const asked = [...new Set(ids.flatMap(copiesOf))].toSorted().join(' ')

  useEffect(() => {
    const query = '*[_id in $ids]{_id, _type, "title": coalesce(title, name)}'
    const subscription = client.observable
      .fetch<Named[]>(query, { ids: asked.split(' ') }, { perspective: 'raw' })
      .subscribe({
        next: (found) => setNamed(new Map(found.map((one) => [one._id, one]))),
        // Ids stand in for titles until the next change.
        error: () => undefined,
      })
    return () => subscription.unsubscribe()
  }, [client, asked])

  return (id, gone = id) => {
    const found = copiesOf(id).flatMap((copy) => named.get(copy) ?? [])[0]
    if (!found) return gone
    // What a page calls its heading is no name for the page.
    const own = PAGE_TYPES.has(found._type) || typeof found.title !== 'string' ? undefined : found.title
    return own ?? schema.get(found._type)?.title ?? gone
  }
}

/** What a document may be stored as, what an editor sees of it first. */
function copiesOf(id: string): string[] {
  const published = getPublishedId(id)
  return [...(id === published ? [] : [id]), getDraftId(published), published]
}
