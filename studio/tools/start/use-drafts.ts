import { useEffect, useState } from 'react'
import { useDocumentStore } from 'sanity'
import { CLIENT } from '../../client-options.ts'
import { schemaTypes } from '../../schema/index.ts'
import { followQuery } from '../follow-query.ts'
import { saySame } from '../say-same.ts'
import { useCopies, type Copy } from '../use-copies.ts'

/** What differs from the site. */
export interface Draft {
  /** Of the draft itself. */
  id: string
  type: string
  revision: string
  /** As ISO 8601. */
  editedAt: string
  /** Whether the site has never had it. */
  isNew: boolean
}

interface Found extends Copy {
  _type: string
  _updatedAt: string
}

interface Answer {
  drafts: Found[]
  published: Found[]
}

const QUERY = {
  fetch: `{
    "drafts": *[_id in path("drafts.**") && _type in $types] | order(_updatedAt desc){_id, _type, _rev, _updatedAt},
    "published": *[_type in $types && !(_id in path("drafts.**"))]{_id, _type, _rev, _updatedAt}
  }`,
  listen: '*[_type in $types]',
}

/** The drafts of the site, those edited last first; undefined until the content lake has answered. */
export function useDrafts(): Draft[] | undefined {
  const store = useDocumentStore()
  const [answer, setAnswer] = useState<Answer>()
  const pairs = answer ? pairsOf(answer) : []
  const copies = useCopies(
    pairs.flatMap(({ draft, live }) => (isLeftBehind(draft, live) ? [draft, live] : [])),
  )

  useEffect(() => {
    const types = schemaTypes.map(({ name }) => name)
    const options = { ...CLIENT, perspective: 'raw', throttleTime: 1_000 } as const
    const subscription = followQuery<Answer>(store, QUERY, { types }, options).subscribe(setAnswer)
    return () => subscription.unsubscribe()
  }, [store])

  if (!answer || !copies) return undefined
  const copyOf = (one: Found | undefined) =>
    copies.find(({ _id, _rev }) => _id === one?._id && _rev === one._rev)
  return pairs
    .filter(({ draft, live }) => {
      const [own, other] = [copyOf(draft), copyOf(live)]
      return !own || !other || !saySame(own, other)
    })
    .map(({ draft: { _id: id, _type: type, _rev: revision, _updatedAt: editedAt }, live }) => ({
      id,
      type,
      revision,
      editedAt,
      isNew: live === undefined,
    }))
}

interface Pair {
  draft: Found
  /** What is published of it. */
  live: Found | undefined
}

function pairsOf({ drafts, published }: Answer): Pair[] {
  const live = new Map(published.map((one) => [one._id, one]))
  return drafts.map((draft) => ({ draft, live: live.get(draft._id.replace(/^drafts\./u, '')) }))
}

/** Whether the draft may say what is live: a scheduled draft and a release go live as copies, and leave it behind. */
function isLeftBehind(draft: Found, live: Found | undefined): live is Found {
  return live !== undefined && Date.parse(live._updatedAt) >= Date.parse(draft._updatedAt)
}
