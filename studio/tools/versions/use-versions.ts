import { useCallback, useEffect, useState } from 'react'
import { useClient } from 'sanity'
import { messageOf } from '../../../api/contract/operational-error.ts'
import type { ReleaseList } from '../../../api/contract/publishing.ts'
import { ask } from '../ask.ts'

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
  const { token } = useClient({ apiVersion: '2025-02-19' }).config()
  const [list, setList] = useState<ReleaseList>()
  const [message, setMessage] = useState<string>()
  const [isSwitching, setSwitching] = useState(false)

  const load = useCallback(
    async (path: string, method: string, signal?: AbortSignal) => {
      try {
        const next = await ask<ReleaseList>(path, { token, method, ...(signal && { signal }) })
        setList(next)
        setMessage(undefined)
      } catch (error) {
        if (signal?.aborted !== true) setMessage(messageOf(error))
      }
    },
    [token],
  )

  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    const look = (): void => void load('/releases', 'GET', signal)
    const timer = window.setInterval(look, EVERY_MS)
    look()
    return () => {
      stopping.abort()
      window.clearInterval(timer)
    }
  }, [load])

  function switchTo(id: string): void {
    setSwitching(true)
    void load(`/releases/${encodeURIComponent(id)}/switch`, 'POST').finally(() => setSwitching(false))
  }
  return { list, message, isSwitching, switchTo }
}
