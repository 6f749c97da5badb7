import { useState } from 'react'
import type { EraseReason } from '../../../api/contract/limits.ts'
import { messageOf } from '../../../api/contract/operational-error.ts'
import type { Channel, Erased, SubmissionStory } from '../../../api/contract/submissions.ts'
import { isGone } from '../ask.ts'
import { usePolled } from '../use-answer.ts'
import { useEditorApi } from '../use-editor-api.ts'

const EVERY_MS = 2_000

export type Note = SubmissionStory['note']

/** One submission, kept up to date, and what can be done with it. */
export interface Story {
  story: SubmissionStory | undefined
  /** Why something did not happen. */
  message: string | undefined
  /** Whether it was erased meanwhile, as the message says. */
  isErased: boolean
  isBusy: boolean
  redeliver: (channel: Channel) => void
  /** Writes in place of the note that is named. Resolves with the story by then; with nothing where it is not kept. */
  writeNote: (text: string, over: Note) => Promise<SubmissionStory | undefined>
  /** Resolves with what was erased; with nothing where it was not. */
  erase: (reason: EraseReason) => Promise<Erased | undefined>
}

export function useStory(id: string): Story {
  const api = useEditorApi()
  const [actMessage, setActMessage] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isErased, setErased] = useState(false)
  const path = `/submissions/${encodeURIComponent(id)}`

  // What somebody does here is answered with the story as it is then: an older one must not follow.
  const {
    answer,
    message,
    isGone: isFoundErased,
    setAnswer,
  } = usePolled<SubmissionStory>(path, { everyMs: EVERY_MS, isPaused: isBusy || isErased })
  if (isFoundErased && !isErased) setErased(true)

  async function act<Answer>(method: string, what: string, body: object): Promise<Answer | undefined> {
    setBusy(true)
    setActMessage(undefined)
    try {
      return await api<Answer>(`${path}/${what}`, { method, body })
    } catch (error) {
      setActMessage(messageOf(error))
      if (isGone(error)) setErased(true)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  async function change(method: string, what: string, body: object): Promise<SubmissionStory | undefined> {
    const next = await act<SubmissionStory>(method, what, body)
    if (next) setAnswer(next)
    return next
  }

  return {
    story: answer,
    message: isFoundErased ? message : (actMessage ?? message),
    isErased,
    isBusy,
    redeliver: (channel) => void change('POST', 'redeliver', { channel }),
    writeNote: (text, over) => change('PUT', 'note', { text, writtenAt: over?.writtenAt ?? null }),
    erase: (reason) => act<Erased>('POST', 'erase', { reason }),
  }
}
