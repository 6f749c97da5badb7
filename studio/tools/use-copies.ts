import { useEffect, useState } from 'react'
import { tap } from 'rxjs'
import { useClient, type SanityDocument } from 'sanity'
import { CLIENT } from '../client-options.ts'
import { beginAnew } from './follow-query.ts'

/** A document at one of its revisions. */
export interface Copy {
  _id: string
  _rev: string
}

type Copies = ReadonlyMap<string, SanityDocument>

/**
 * Documents at these revisions, as far as they were read. Each is read once, so that a change of one has none
 * of the others read again. Undefined until the first read was answered, or failed.
 */
export function useCopies(wanted: readonly Copy[]): readonly SanityDocument[] | undefined {
  const client = useClient(CLIENT)
  const [known, setKnown] = useState<Copies>()
  const all = [...new Set(wanted.map(keyOf))].toSorted()
  const asked = all.join('\n')
  const lacking = all.filter((key) => !known?.has(key)).join('\n')

  useEffect(() => {
    if (lacking === '') return undefined
    const kept = new Set(asked.split('\n'))
    const ids = [...new Set(lacking.split('\n').map((key) => key.split(' ')[0]))]
    const query = client.observable.fetch<SanityDocument[]>('*[_id in $ids]', { ids }, OPTIONS)
    const subscription = query
      .pipe(tap({ error: () => setKnown((before) => before ?? new Map()) }), beginAnew())
      .subscribe((found) => setKnown((before) => joined(before, found, kept)))
    return () => subscription.unsubscribe()
  }, [client, asked, lacking])

  return asked === '' ? [] : known && [...known.values()]
}

const OPTIONS = { perspective: 'raw', tag: 'copies.compare' } as const

function keyOf({ _id, _rev }: Copy): string {
  return `${_id} ${_rev}`
}

function joined(
  before: Copies = new Map(),
  found: readonly SanityDocument[],
  kept: ReadonlySet<string>,
): Copies {
  const still = [...before].filter(([key]) => kept.has(key))
  return new Map([...still, ...found.map((copy) => [keyOf(copy), copy] as const)])
}
