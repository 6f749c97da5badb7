import { useCallback, useState } from 'react'
import type { OpenedPreview } from '../../../api/contract/previews.ts'
import { useEditorApi } from '../use-editor-api.ts'
import { usePolling } from '../use-polling.ts'

/** An address holds for an hour. */
const EVERY_MS = 45 * 60_000

/** Where this editor may look at versions; nothing before the server has said so. */
export function usePreviewBase(): string | undefined {
  const api = useEditorApi()
  const [base, setBase] = useState<string>()

  const poll = useCallback(
    async (signal: AbortSignal) => {
      // Without it there are no pictures, and the list works all the same.
      const answer = await api<OpenedPreview>('/preview/open', { method: 'POST', signal }).catch(
        () => undefined,
      )
      if (answer && !signal.aborted) setBase(answer.base)
    },
    [api],
  )
  usePolling(poll, EVERY_MS)

  return base
}
