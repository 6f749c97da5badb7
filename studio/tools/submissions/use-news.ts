import { useCallback, useRef, useState } from 'react'
import type { SubmissionNews } from '../../../api/contract/submissions.ts'
import { useEditorApi } from '../use-editor-api.ts'
import { usePolling } from '../use-polling.ts'

/** An id, which says nothing of its sender: it outlives the session, as nothing else from here does. */
const SEEN = 'submissions.seen'

/** After a failure it waits this many intervals. */
const AFTER_FAILURE = 8

/** The submission that this browser looked at last; empty for none. */
export function lastSeen(): string {
  return localStorage.getItem(SEEN) ?? ''
}

/** Notes a submission as looked at, unless a later one was. */
export function markSeen(id: string): void {
  if (id > lastSeen()) localStorage.setItem(SEEN, id)
}

/** Whether something came in since `seen`, asked for as often as that while the tab is in sight. */
export function useNews(everyMs: number, seen: string): SubmissionNews | undefined {
  const api = useEditorApi()
  const [news, setNews] = useState<SubmissionNews>()

  const pause = useRef(0)
  const poll = useCallback(
    async (signal: AbortSignal) => {
      if (performance.now() < pause.current) return
      try {
        const next = await api<SubmissionNews>(`/submissions/news?seen=${encodeURIComponent(seen)}`, {
          signal,
        })
        if (!signal.aborted) setNews((last) => (isSame(last, next) ? last : next))
      } catch {
        // An editor who may not read them, or whose server has none, need not ask that often.
        if (!signal.aborted) pause.current = performance.now() + AFTER_FAILURE * everyMs
      }
    },
    [api, everyMs, seen],
  )
  usePolling(poll, everyMs)

  return news
}

function isSame(last: SubmissionNews | undefined, next: SubmissionNews): boolean {
  return last?.newest === next.newest && last.unseen === next.unseen
}
