import { useEffect, useState } from 'react'
import type { SubmissionNews } from '../../../api/contract/submissions.ts'
import { useEditorApi } from '../use-editor-api.ts'

/** An id, which says nothing of who sent it: it outlives the session, as nothing else of here does. */
const SEEN = 'submissions.seen'

/** So many times as long it waits after a failure. */
const AFTER_FAILURE = 8

/** The submission that this browser looked at last; empty for none. */
export function lastSeen(): string {
  return localStorage.getItem(SEEN) ?? ''
}

export function markSeen(id: string): void {
  if (id > lastSeen()) localStorage.setItem(SEEN, id)
}

/** Whether something came in since `seen`, asked for as often as that while the tab is in sight. */
export function useNews(everyMs: number, seen: string): SubmissionNews | undefined {
  const api = useEditorApi()
  const [news, setNews] = useState<SubmissionNews>()

  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    let timer: number | undefined
    async function look(): Promise<void> {
      let pauseMs = everyMs
      try {
        const path = `/submissions/news?seen=${encodeURIComponent(seen)}`
        const next = document.hidden ? undefined : await api<SubmissionNews>(path, { signal })
        if (next && !signal.aborted) setNews((last) => (isSame(last, next) ? last : next))
      } catch {
        // Who may not read them, or asks a server that has none, need not ask that often.
        pauseMs *= AFTER_FAILURE
      }
      if (!signal.aborted) timer = window.setTimeout(() => void look(), pauseMs)
    }
    void look()
    return () => {
      stopping.abort()
      window.clearTimeout(timer)
    }
  }, [api, everyMs, seen])

  return news
}

function isSame(last: SubmissionNews | undefined, next: SubmissionNews): boolean {
  return last?.newest === next.newest && last.unseen === next.unseen
}
