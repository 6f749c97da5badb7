import { useEffect, useState } from 'react'
import { useClient, useDocumentStore } from 'sanity'
import { switchMap } from 'rxjs'
import { schemaTypes } from '../../schema/index.ts'

const API = { apiVersion: '2025-02-19' }

/** What differs from the site. */
export interface Draft {
  /** Of the draft itself. */
  id: string
  type: string
  /** As ISO 8601. */
  editedAt: string
  /** Id of who edited last, where the content lake tells. */
  author?: string | undefined
  /** Whether the site has never had it. */
  isNew: boolean
}

interface Answer {
  drafts: { _id: string; _type: string; _updatedAt: string }[]
  published: string[]
}

const QUERY = {
  fetch: `{
    "drafts": *[_id in path("drafts.**") && _type in $types] | order(_updatedAt desc){_id, _type, _updatedAt},
    "published": *[_type in $types && !(_id in path("drafts.**"))]._id
  }`,
  listen: '*[_type in $types]',
}

/** The drafts of the site, those edited last first; undefined until the content lake has answered. */
export function useDrafts(): Draft[] | undefined {
  const store = useDocumentStore()
  const client = useClient(API)
  const [drafts, setDrafts] = useState<Draft[]>()

  useEffect(() => {
    const types = schemaTypes.map(({ name }) => name)
    const subscription = store
      .listenQuery(QUERY, { types }, { ...API, perspective: 'raw', throttleTime: 1_000 })
      .pipe(
        switchMap(async ({ drafts: found, published }: Answer) => {
          const live = new Set(published)
          const authors = await authorsOf(
            client,
            found.map(({ _id }) => _id),
          )
          return found.map(({ _id: id, _type: type, _updatedAt: editedAt }) => ({
            id,
            type,
            editedAt,
            author: authors.get(id),
            isNew: !live.has(id.replace(/^drafts\./u, '')),
          }))
        }),
      )
      .subscribe(setDrafts)
    return () => subscription.unsubscribe()
  }, [store, client])

  return drafts
}

interface Transaction {
  author: string
  documentIDs: string[]
}

/** Who edited each of these last, as the history tells; a draft without an answer has no name beside it. */
async function authorsOf(
  client: ReturnType<typeof useClient>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { dataset } = client.config()
  const answers = await Promise.allSettled(
    ids.map((id) =>
      client.request<string>({
        url: `/data/history/${dataset}/transactions/${id}?reverse=true&excludeContent=true&limit=1`,
      }),
    ),
  )
  return new Map(
    answers.flatMap((answer, index) => {
      if (answer.status === 'rejected') return []
      const { author } = JSON.parse(answer.value.split('\n')[0] || '{}') as Partial<Transaction>
      return author === undefined ? [] : [[ids[index] ?? '', author] as const]
    }),
  )
}
