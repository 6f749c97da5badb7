import { useEffect, useState, type RefObject } from 'react'
import { mergeMap, Subject } from 'rxjs'
import { useClient, type SanityClient } from 'sanity'
import { CLIENT } from '../../client-options.ts'

/** A browser has six connections to a server, and forms need them, too. */
const AT_ONCE = 2

interface Edited {
  id: string
  editedAt: string
}

/**
 * Id of whoever edited a draft last, as the history tells, once its row has been in sight; undefined where there is no
 * answer.
 */
export function useAuthor(row: RefObject<Element | null>, { id, editedAt }: Edited): string | undefined {
  const client = useClient(CLIENT)
  const [author, setAuthor] = useState<string>()

  useEffect(() => {
    const { current } = row
    if (!current) return undefined
    const over = new AbortController()
    const observer = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      waiting.next(async () => {
        if (over.signal.aborted) return
        const answer = await authorOf(client, { id, editedAt }).catch(() => undefined)
        if (!over.signal.aborted) setAuthor(answer)
      })
    })
    observer.observe(current)
    return () => {
      over.abort()
      observer.disconnect()
    }
  }, [row, client, id, editedAt])

  return author
}

const waiting = new Subject<() => Promise<void>>()
waiting.pipe(mergeMap((ask) => ask(), AT_ONCE)).subscribe()

/** By the draft, which is asked about once for each edit. */
const known = new Map<string, { editedAt: string; author: string | undefined }>()

interface Transaction {
  author: string
}

async function authorOf(client: SanityClient, { id, editedAt }: Edited): Promise<string | undefined> {
  const last = known.get(id)
  if (last?.editedAt === editedAt) return last.author
  const answer = await client.request<string>({
    url: `/data/history/${client.config().dataset}/transactions/${id}?reverse=true&excludeContent=true&limit=1`,
  })
  const { author } = JSON.parse(answer.split('\n')[0] || '{}') as Partial<Transaction>
  known.set(id, { editedAt, author })
  return author
}
