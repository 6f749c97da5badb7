import { useState } from 'react'
import { messageOf } from '../../../api/contract/operational-error.ts'
import type { ReleaseList } from '../../../api/contract/publishing.ts'
import { usePolled } from '../use-answer.ts'
import { useEditorApi } from '../use-editor-api.ts'

const EVERY_MS = 3_000

/** The list of versions, kept up to date, and what goes to another one. */
export interface Versions {
  list: ReleaseList | undefined
  /** Why the last switch did not happen, or else why the list is not up to date. */
  message: string | undefined
  isSwitching: boolean
  switchTo: (id: string) => void
}

export function useVersions(): Versions {
  const api = useEditorApi()
  const { answer, message, setAnswer } = usePolled<ReleaseList>('/releases', { everyMs: EVERY_MS })
  const [switchMessage, setSwitchMessage] = useState<string>()
  const [isSwitching, setSwitching] = useState(false)

  async function change(id: string): Promise<void> {
    setSwitching(true)
    setSwitchMessage(undefined)
    try {
      setAnswer(await api<ReleaseList>(`/releases/${encodeURIComponent(id)}/switch`, { method: 'POST' }))
    } catch (error) {
      setSwitchMessage(messageOf(error))
    } finally {
      setSwitching(false)
    }
  }

  return {
    list: answer,
    message: switchMessage ?? message,
    isSwitching,
    switchTo: (id) => void change(id),
  }
}
