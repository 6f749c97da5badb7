import { useCallback, useState } from 'react'
import { messageOf } from '../../../api/contract/operational-error.ts'
import type { ReleaseList } from '../../../api/contract/publishing.ts'
import { useEditorApi } from '../use-editor-api.ts'
import { usePolling } from '../use-polling.ts'

const EVERY_MS = 3_000

/** The list of versions, kept up to date, and what goes to another one. */
export interface Versions {
  list: ReleaseList | undefined
  /** Why the list is not up to date, or a switch did not happen. */
  message: string | undefined
  isSwitching: boolean
  switchTo: (id: string) => void
}

export function useVersions(): Versions {
  const api = useEditorApi()
  const [list, setList] = useState<ReleaseList>()
  const [message, setMessage] = useState<string>()
  const [isSwitching, setSwitching] = useState(false)

  const load = useCallback(
    async (path: string, method: string, signal?: AbortSignal) => {
      try {
        const next = await api<ReleaseList>(path, { method, ...(signal && { signal }) })
        setList(next)
        setMessage(undefined)
      } catch (error) {
        if (signal?.aborted !== true) setMessage(messageOf(error))
      }
    },
    [api],
  )

  const poll = useCallback((signal: AbortSignal) => load('/releases', 'GET', signal), [load])
  usePolling(poll, EVERY_MS)

  function switchTo(id: string): void {
    setSwitching(true)
    void load(`/releases/${encodeURIComponent(id)}/switch`, 'POST').finally(() => setSwitching(false))
  }
  return { list, message, isSwitching, switchTo }
}
