import { useEffect, useState } from 'react'
import { getPublishedId, useDocumentStore, type SanityDocument } from 'sanity'
import { CLIENT } from '../../client-options.ts'
import { schemaTypes } from '../../schema/index.ts'
import { followQuery } from '../follow-query.ts'

/** A document as an editor sees it: its draft where it has one. */
export interface Copy {
  id: string
  document: SanityDocument
  hasDraft: boolean
}

const EVERYTHING = '*[_type in $types]'

/** All documents of the site, in the order of the schema; undefined until they are there, and while nobody asks. */
export function useCopy(isWanted: boolean): Copy[] | undefined {
  const store = useDocumentStore()
  const [copy, setCopy] = useState<Copy[]>()

  useEffect(() => {
    if (!isWanted) return undefined
    const types = schemaTypes.map(({ name }) => name)
    const options = { ...CLIENT, perspective: 'raw', throttleTime: 500 } as const
    const subscription = followQuery<SanityDocument[]>(store, EVERYTHING, { types }, options).subscribe(
      (found) => {
        const order = new Map<string, number>(types.map((type, index) => [type, index]))
        const placeOf = ({ _type: type }: SanityDocument): number => order.get(type) ?? 0
        const sorted = found.toSorted((one, other) => placeOf(one) - placeOf(other))
        const drafts = new Map(
          sorted.filter(({ _id }) => _id.startsWith('drafts.')).map((one) => [getPublishedId(one._id), one]),
        )
        const ids = new Set(sorted.map(({ _id }) => getPublishedId(_id)))
        const published = new Map(sorted.map((one) => [one._id, one]))
        setCopy(
          [...ids].flatMap((id) => {
            const document = drafts.get(id) ?? published.get(id)
            return document ? [{ id, document, hasDraft: drafts.has(id) }] : []
          }),
        )
      },
    )
    return () => subscription.unsubscribe()
  }, [store, isWanted])

  return copy
}
