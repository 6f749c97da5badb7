import { useState } from 'react'
import { messageOf } from '../../../api/contract/operational-error.ts'
import type { MadeShare, ShareRecord } from '../../../api/contract/previews.ts'
import { useLoaded } from '../use-answer.ts'
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
  const { answer: list, message, setAnswer: setList, reload } = useLoaded<ShareRecord[]>('/preview/shares')
  const [made, setMade] = useState<string>()
  const [actMessage, setActMessage] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      setActMessage(undefined)
      return true
    } catch (error) {
      setActMessage(messageOf(error))
      return false
    }
  }

  async function make(request: ShareRequest): Promise<boolean> {
    setBusy(true)
    const isMade = await attempt(async () => {
      const { url, ...share } = await api<MadeShare>('/preview/shares', {
        method: 'POST',
        body: request,
      })
      setMade(location.origin + url)
      setList((before) => before && [share, ...before])
      if (!list) void reload()
    })
    setBusy(false)
    return isMade
  }

  async function revoke(id: string): Promise<void> {
    const path = `/preview/shares/${encodeURIComponent(id)}`
    const isRevoked = await attempt(async () => {
      setList(await api<ShareRecord[]>(path, { method: 'DELETE' }))
      setMade(undefined)
    })
    // Another administrator may have been first.
    if (!isRevoked) await reload()
  }
  return {
    list,
    made,
    message: actMessage ?? message,
    isBusy,
    make,
    revoke: (id) => void revoke(id),
    reload: () => {
      setActMessage(undefined)
      void reload()
    },
  }
}
