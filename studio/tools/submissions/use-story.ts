import { useCallback, useEffect, useState } from 'react'
import { messageOf } from '../../../api/contract/operational-error.ts'
import type { Channel, Erased, SubmissionStory } from '../../../api/contract/submissions.ts'
import { useEditorApi } from './use-editor-api.ts'

const EVERY_MS = 2_000

/** One submission, kept up to date, and what can be done with it. */
export interface Story {
  story: SubmissionStory | undefined
  /** Why something did not happen. */
  message: string | undefined
  isBusy: boolean
  redeliver: (channel: Channel) => void
  /** Resolves with whether the note is kept. */
  writeNote: (text: string) => Promise<boolean>
  /** Resolves with what was erased; with nothing where it was not. */
  erase: (reason: string) => Promise<Erased | undefined>
}

export function useStory(id: string): Story {
  const api = useEditorApi()
  const [story, setStory] = useState<SubmissionStory>()
  const [message, setMessage] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const path = `/submissions/${encodeURIComponent(id)}`

  const load = useCallback(
    async (signal: AbortSignal): Promise<void> => {
      try {
        const next = await api<SubmissionStory>(path, { signal })
        if (!signal.aborted) setStory(next)
      } catch (error) {
        if (!signal.aborted) setMessage(messageOf(error))
      }
    },
    [api, path],
  )

  useEffect(() => {
    // What somebody does here is answered with the story as it is then: an older one must not follow.
    if (isBusy) return undefined
    const stopping = new AbortController()
    const look = (): void => void load(stopping.signal)
    const timer = window.setInterval(() => document.hidden || look(), EVERY_MS)
    look()
    return () => {
      stopping.abort()
      window.clearInterval(timer)
    }
  }, [load, isBusy])

  async function act<Answer>(method: string, what: string, body: object): Promise<Answer | undefined> {
    setBusy(true)
    setMessage(undefined)
    try {
      return await api<Answer>(`${path}/${what}`, { method, body })
    } catch (error) {
      setMessage(messageOf(error))
      return undefined
    } finally {
      setBusy(false)
    }
  }
  async function change(method: string, what: string, body: object): Promise<boolean> {
    const next = await act<SubmissionStory>(method, what, body)
    if (next) setStory(next)
    return next !== undefined
  }

  return {
    story,
    message,
    isBusy,
    redeliver: (channel) => void change('POST', 'redeliver', { channel }),
    writeNote: (text) => change('PUT', 'note', { text }),
    erase: (reason) => act<Erased>('POST', 'erase', { reason }),
  }
}
