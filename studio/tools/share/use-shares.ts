import { useCallback, useEffect, useState } from 'react'
import { messageOf } from '../../../api/contract/operational-error.ts'
import type { MadeShare, ShareRecord } from '../../../api/contract/previews.ts'
import { useEditorApi } from '../use-editor-api.ts'

/** What a link shows: every draft, or that of one document among what is published. */
type ShareRequest = Pick<ShareRecord, 'path' | 'recipient'> & { days: number } & (
    | { perspective: 'drafts' }
    | { perspective: 'document'; document: string }
  )

/** The links that work, and how to make and revoke one. */
export interface Shares {
  list: ShareRecord[]
  /** The address of the link that was made last: it is told this once. */
  made: string | undefined
  /** Why something did not happen. */
  message: string | undefined
  make: (request: ShareRequest) => void
  revoke: (id: string) => void
}

export function useShares(): Shares {
  const api = useEditorApi()
  const [list, setList] = useState<ShareRecord[]>([])
  const [made, setMade] = useState<string>()
  const [message, setMessage] = useState<string>()

  const attempt = useCallback(async (work: () => Promise<void>, signal?: AbortSignal): Promise<void> => {
    try {
      await work()
      setMessage(undefined)
    } catch (error) {
      if (signal?.aborted !== true) setMessage(messageOf(error))
    }
  }, [])

  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    const load = async () => setList(await api<ShareRecord[]>('/preview/shares', { signal }))
    const look = (): void => void attempt(load, signal)
    look()
    return () => stopping.abort()
  }, [attempt, api])

  function make(request: ShareRequest): void {
    void attempt(async () => {
      const { url, ...share } = await api<MadeShare>('/preview/shares', {
        method: 'POST',
        body: request,
      })
      setMade(location.origin + url)
      setList((before) => [share, ...before])
    })
  }

  function revoke(id: string): void {
    const path = `/preview/shares/${encodeURIComponent(id)}`
    void attempt(async () => {
      setList(await api<ShareRecord[]>(path, { method: 'DELETE' }))
      setMade(undefined)
    })
  }
  return { list, made, message, make, revoke }
}
