import { useEffect, useState } from 'react'
import { useDocumentStore, type SanityDocument } from 'sanity'
import { CLIENT } from '../../client-options.ts'
import { followQuery } from '../follow-query.ts'

const OPTIONS = { ...CLIENT, perspective: 'raw', throttleTime: 1_000 } as const

/** These drafts and versions, up to date; undefined until they are known. */
export function useCopies(ids: readonly string[]): readonly SanityDocument[] | undefined {
  const store = useDocumentStore()
  const [known, setKnown] = useState<{ asked: string; found: readonly SanityDocument[] }>()
  const asked = [...new Set(ids)].toSorted().join(' ')

  useEffect(() => {
    if (asked === '') return undefined
    const query = '*[_id in $ids]'
    const subscription = followQuery<SanityDocument[]>(
      store,
      query,
      { ids: asked.split(' ') },
      OPTIONS,
    ).subscribe((found) => setKnown({ asked, found }))
    return () => subscription.unsubscribe()
  }, [store, asked])

  if (asked === '') return []
  return known?.asked === asked ? known.found : undefined
}
