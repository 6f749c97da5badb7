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
  revision: string
  /** As ISO 8601. */
  editedAt: string
  /** Id of who edited last, where the content lake tells. */
  author?: string | undefined
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
  const client = useClient(API)
  const [drafts, setDrafts] = useState<Draft[]>()

  useEffect(() => {
    const askAuthors = authorsOf(client)
    const types = schemaTypes.map(({ name }) => name)
    const subscription = store
      .listenQuery(QUERY, { types }, { ...API, perspective: 'raw', throttleTime: 1_000 })
      .pipe(
        switchMap(async ({ drafts: found, published }: Answer) => {
          const live = new Set(published)
          const authors = await askAuthors(found)
          return found.map(({ _id: id, _type: type, _rev: revision, _updatedAt: editedAt }) => ({
            id,
            type,
            revision,
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

/**
 * Who edited each of these last, as the history tells; a draft without an answer has no name beside it. A draft is
 * asked about once for each edit, however many others are edited.
 */
function authorsOf(client: ReturnType<typeof useClient>) {
  const { dataset } = client.config()
  const known = new Map<string, Promise<string | undefined>>()

  async function ask(id: string): Promise<string | undefined> {
    const answer = await client.request<string>({
      url: `/data/history/${dataset}/transactions/${id}?reverse=true&excludeContent=true&limit=1`,
    })
    return (JSON.parse(answer.split('\n')[0] || '{}') as Partial<Transaction>).author
  }
  return async (drafts: Answer['drafts']): Promise<ReadonlyMap<string, string>> => {
    const authors = new Map<string, string>()
    const asked = drafts.map(async ({ _id: id, _updatedAt: editedAt }) => {
      const edit = `${id} ${editedAt}`
      const answer = known.get(edit) ?? ask(id)
      known.set(edit, answer)
      const author = await answer.catch(() => undefined)
      if (author !== undefined) authors.set(id, author)
    })
    await Promise.all(asked)
    return authors
  }
}
