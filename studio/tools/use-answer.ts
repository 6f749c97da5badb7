import { useCallback, useEffect, useState, type SetStateAction } from 'react'
import { messageOf } from '../../api/contract/operational-error.ts'
import { isGone } from './ask.ts'
import { useEditorApi } from './use-editor-api.ts'
import { usePolling } from './use-polling.ts'

/** What this server answers at a path of its API. */
interface Answered<Answer> {
  /** The newest answer, which stands while the server is away; undefined before the first. */
  answer: Answer | undefined
  /** Why the answer is not up to date. */
  message: string | undefined
  /** Whether that is because there is nothing to answer with any more. */
  isGone: boolean
  /** Takes over what the server answered to something that was done. */
  setAnswer: (next: SetStateAction<Answer | undefined>) => void
}

interface Polling {
  everyMs: number
  /** Nothing is asked meanwhile, and what was asked already is given up. */
  isPaused?: boolean
}

/** The answer at `path`, asked for again and again as `usePolling` does. */
export function usePolled<Answer>(path: string, { everyMs, isPaused = false }: Polling): Answered<Answer> {
  const { answered, load } = useAnswer<Answer>(path)
  usePolling(isPaused ? undefined : load, everyMs)
  return answered
}

interface Loaded<Answer> extends Answered<Answer> {
  /** Asks once more. Never rejects. */
  reload: () => Promise<void>
}

/** The answer at `path`, asked for once. */
export function useLoaded<Answer>(path: string): Loaded<Answer> {
  const { answered, load, setError } = useAnswer<Answer>(path)
  useEffect(() => {
    const stopping = new AbortController()
    void load(stopping.signal)
    return () => stopping.abort()
  }, [load])
  async function reload(): Promise<void> {
    // An alert that stays says nothing of the second try: it goes, and comes again.
    setError(undefined)
    await load()
  }
  return { ...answered, reload }
}

function useAnswer<Answer>(path: string) {
  const api = useEditorApi()
  const [answer, setAnswer] = useState<Answer>()
  const [error, setError] = useState<unknown>()

  const take = useCallback((next: SetStateAction<Answer | undefined>): void => {
    setAnswer(next)
    setError(undefined)
  }, [])
  const load = useCallback(
    async (signal?: AbortSignal): Promise<void> => {
      try {
        const next = await api<Answer>(path, signal && { signal })
        if (signal?.aborted !== true) take(next)
      } catch (thrown) {
        if (signal?.aborted !== true) setError(thrown)
      }
    },
    [api, path, take],
  )
  const message = error === undefined ? undefined : messageOf(error)
  return { answered: { answer, message, isGone: isGone(error), setAnswer: take }, load, setError }
}
