import { useCallback, useState } from 'react'
import type { MissingPath } from '../../../api/contract/missing-paths.ts'
import type { ReleaseList } from '../../../api/contract/publishing.ts'
import { useEditorApi } from '../use-editor-api.ts'
import { usePolling } from '../use-polling.ts'

const EVERY_MS = 10_000

interface Answers {
  '/missing-paths': MissingPath[]
  '/releases': ReleaseList
}

/** What this server answers at a path of its API; null where it is away. */
export function useAsked<Path extends keyof Answers>(path: Path): Answers[Path] | null | undefined {
  const api = useEditorApi()
  const [answer, setAnswer] = useState<Answers[Path] | null>()

  const poll = useCallback(
    async (signal: AbortSignal) => {
      const next = await api<Answers[Path]>(path, { signal }).catch(() => null)
      if (!signal.aborted) setAnswer((last) => next ?? last ?? null)
    },
    [api, path],
  )
  usePolling(poll, EVERY_MS)

  return answer
}
