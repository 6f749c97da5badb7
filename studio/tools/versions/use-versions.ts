import { useCallback, useState } from 'react'
import { messageOf } from '../../../api/contract/operational-error.ts'
import type { ReleaseList } from '../../../api/contract/publishing.ts'
import { useEditorApi } from '../use-editor-api.ts'
import { usePolling } from '../use-polling.ts'

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
  const [list, setList] = useState<ReleaseList>()
  const [loadMessage, setLoadMessage] = useState<string>()
  const [switchMessage, setSwitchMessage] = useState<string>()
  const [isSwitching, setSwitching] = useState(false)

  const load = useCallback(
    async (signal: AbortSignal) => {
      try {
        setList(await api<ReleaseList>('/releases', { signal }))
        setLoadMessage(undefined)
      } catch (error) {
        if (!signal.aborted) setLoadMessage(messageOf(error))
      }
    },
    [api],
  )
  usePolling(load, EVERY_MS)

  async function change(id: string): Promise<void> {
    setSwitching(true)
    setSwitchMessage(undefined)
    try {
      setList(await api<ReleaseList>(`/releases/${encodeURIComponent(id)}/switch`, { method: 'POST' }))
    } catch (error) {
      setSwitchMessage(messageOf(error))
    } finally {
      setSwitching(false)
    }
  }

  return {
    list,
    message: switchMessage ?? loadMessage,
    isSwitching,
    switchTo: (id) => void change(id),
  }
}
