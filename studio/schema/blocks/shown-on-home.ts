import type { InitialValueResolverContext, Reference } from '@sanity/types'
import { CLIENT } from '../../client-options.ts'
import { LISTS } from '../lists.ts'

export type ListType = (typeof LISTS)[number]['type']

/** Reads which documents of a type the home page shows, in its order; none where the read fails. */
export function shownOnHome(type: ListType) {
  const path = LISTS.find((list) => list.type === type)?.path
  return async (_: unknown, { getClient }: Pick<InitialValueResolverContext, 'getClient'>) => {
    const client = getClient(CLIENT)
    const query = `*[_id == "home"][0].${path}`
    const shown = await client
      .fetch<Reference[] | null>(query, {}, { perspective: 'published' })
      .catch(() => null)
    return shown ?? []
  }
}
