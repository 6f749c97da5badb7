import { useEffect, useState } from 'react'
import { map } from 'rxjs'
import { useDocumentStore } from 'sanity'
import { CLIENT } from '../../client-options.ts'
import { schemaTypes } from '../../schema/index.ts'
import { followQuery } from '../follow-query.ts'

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

interface Answer {
  drafts: { _id: string; _type: string; _rev: string; _updatedAt: string }[]
  published: string[]
}

const QUERY = {
  fetch: `{
    "drafts": *[_id in path("drafts.**") && _type in $types] | order(_updatedAt desc){_id, _type, _rev, _updatedAt},
    "published": *[_type in $types && !(_id in path("drafts.**"))]._id
  }`,
  listen: '*[_type in $types]',
}

/** The drafts of the site, those edited last first; undefined until the content lake has answered. */
export function useDrafts(): Draft[] | undefined {
  const store = useDocumentStore()
  const [drafts, setDrafts] = useState<Draft[]>()

  useEffect(() => {
    const types = schemaTypes.map(({ name }) => name)
    const options = { ...CLIENT, perspective: 'raw', throttleTime: 1_000 } as const
    const subscription = followQuery<Answer>(store, QUERY, { types }, options)
      .pipe(
        map(({ drafts: found, published }) => {
          const live = new Set(published)
          return found.map(({ _id: id, _type: type, _rev: revision, _updatedAt: editedAt }) => ({
            id,
            type,
            revision,
            editedAt,
            isNew: !live.has(id.replace(/^drafts\./u, '')),
          }))
        }),
      )
      .subscribe(setDrafts)
    return () => subscription.unsubscribe()
  }, [store])

  return drafts
}
