import { useCallback, useState } from 'react'
import type { PublishesAnswer } from '../../../api/contract/publishing.ts'
import { useEditorApi } from '../use-editor-api.ts'
import { usePolling } from '../use-polling.ts'

const EVERY_MS = 4_000

/** What keeps the site from being as it was published. */
export function usePublishes(): PublishesAnswer | undefined {
  const api = useEditorApi()
  const [answer, setAnswer] = useState<PublishesAnswer>()

  const poll = useCallback(
    async (signal: AbortSignal) => {
      // A server that is away says nothing new: what it said last stands until it is back.
      const next = await api<PublishesAnswer>('/publishes', { signal }).catch(() => undefined)
      if (next && !signal.aborted) setAnswer(next)
    },
    [api],
  )
  usePolling(poll, EVERY_MS)

  return answer
}
