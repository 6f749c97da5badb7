import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../api/contract/operational-error.ts'
import type {
  SubmissionList,
  SubmissionSearch,
  SubmissionSummary,
} from '../../../api/contract/submissions.ts'
import { useEditorApi } from '../use-editor-api.ts'
import { usePolling } from '../use-polling.ts'

/** What the list is to hold. */
export type SubmissionFilter = Omit<SubmissionSearch, 'after'>

/** The submissions that fit, the latest first. */
export interface Submissions {
  /** Undefined until the server has answered. */
  list: SubmissionSummary[] | undefined
  hasMore: boolean
  /** Why the list is not up to date. */
  message: string | undefined
  more: () => void
  /** Asks again for the latest. */
  refresh: () => void
}

/** How long typing must pause before the search is sent. */
const TYPED_MS = 250

/** What was loaded, and for which question. */
interface Loaded extends SubmissionList {
  asked: string
  turn: number
}

/** News tells of submissions, not of deliveries: those are polled for. */
const EVERY_MS = 5_000

/** @param newest id of the latest submission: the list is asked for again when there is another */
export function useSubmissions(filter: SubmissionFilter, newest: string | undefined): Submissions {
  const api = useEditorApi()
  const [loaded, setLoaded] = useState<Loaded>()
  const [message, setMessage] = useState<string>()
  const [turn, setTurn] = useState(0)
  const asked = JSON.stringify({ ...filter, search: useSettled(filter.search) })
  const page = loaded?.asked === asked && loaded.turn === turn ? loaded : undefined

  const load = useCallback(
    async (after: string, take: (list: SubmissionList) => void, signal?: AbortSignal): Promise<void> => {
      try {
        const body = { ...(JSON.parse(asked) as SubmissionFilter), after }
        const list = await api<SubmissionList>('/submissions/search', {
          method: 'POST',
          body,
          ...(signal && { signal }),
        })
        if (signal?.aborted === true) return
        take(list)
        setMessage(undefined)
      } catch (error) {
        if (signal?.aborted !== true) setMessage(messageOf(error))
      }
    },
    [api, asked],
  )

  const poll = useCallback(
    (signal: AbortSignal) =>
      load(
        '',
        (first) =>
          setLoaded((last) => {
            const isSame = last?.asked === asked && last.turn === turn
            return { ...joined(first, isSame ? last : undefined), asked, turn }
          }),
        signal,
      ),
    [load, turn, asked],
  )
  usePolling(poll, EVERY_MS)

  const known = useRef(newest)
  useEffect(() => {
    const isNews = known.current !== undefined && known.current !== newest
    known.current = newest
    if (!isNews) return undefined
    const stopping = new AbortController()
    void poll(stopping.signal)
    return () => stopping.abort()
  }, [newest, poll])

  return {
    list: page?.submissions,
    hasMore: page?.next != null,
    message,
    more: () =>
      void load(page?.next ?? '', (list) =>
        setLoaded((last) => {
          if (last?.asked !== asked || last.turn !== turn) return last
          // Asked for twice, a page comes twice.
          if (last.next !== page?.next) return last
          return { ...last, ...list, submissions: [...last.submissions, ...list.submissions] }
        }),
      ),
    refresh: () => setTurn(turn + 1),
  }
}

/** What was typed, once its writer pauses. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(typed), TYPED_MS)
    return () => window.clearTimeout(timer)
  }, [typed])
  return settled
}

/** The latest, followed by those that were shown below them before. */
function joined(first: SubmissionList, last: SubmissionList | undefined): SubmissionList {
  const end = first.next
  const below = end === null ? [] : (last?.submissions.filter(({ id }) => id < end) ?? [])
  if (below.length === 0) return first
  return { submissions: [...first.submissions, ...below], next: last?.next ?? null }
}
