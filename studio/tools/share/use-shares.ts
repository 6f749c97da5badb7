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
  /** Undefined until the server has answered. */
  list: ShareRecord[] | undefined
  /** The address of the link that was made last: it is told this once. */
  made: string | undefined
  /** Why something did not happen. */
  message: string | undefined
  /** Whether a link is being made. */
  isBusy: boolean
  /** Resolves with whether there is a link. */
  make: (request: ShareRequest) => Promise<boolean>
  revoke: (id: string) => void
  /** Asks for the list once more. */
  reload: () => void
}

export function useShares(): Shares {
  const api = useEditorApi()
  const [list, setList] = useState<ShareRecord[]>()
  const [made, setMade] = useState<string>()
  const [message, setMessage] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const attempt = useCallback(async (work: () => Promise<void>, signal?: AbortSignal): Promise<boolean> => {
    try {
      await work()
      setMessage(undefined)
      return true
    } catch (error) {
      if (signal?.aborted !== true) setMessage(messageOf(error))
      return false
    }
  }, [])

  const load = useCallback(
    (signal?: AbortSignal): Promise<boolean> =>
      attempt(async () => setList(await api<ShareRecord[]>('/preview/shares', signal && { signal })), signal),
    [attempt, api],
  )
  const reload = (): void => void load()

  useEffect(() => {
    const stopping = new AbortController()
    const look = (): void => void load(stopping.signal)
    look()
    return () => stopping.abort()
  }, [load])

  async function make(request: ShareRequest): Promise<boolean> {
    setBusy(true)
    const isMade = await attempt(async () => {
      const { url, ...share } = await api<MadeShare>('/preview/shares', {
        method: 'POST',
        body: request,
      })
      setMade(location.origin + url)
      setList((before) => before && [share, ...before])
      if (!list) reload()
    })
    setBusy(false)
    return isMade
  }

  function revoke(id: string): void {
    const path = `/preview/shares/${encodeURIComponent(id)}`
    void attempt(async () => {
      setList(await api<ShareRecord[]>(path, { method: 'DELETE' }))
      setMade(undefined)
    })
  }
  return { list, made, message, isBusy, make, revoke, reload }
}
