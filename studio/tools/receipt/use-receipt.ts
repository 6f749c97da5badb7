import { useEffect, useState } from 'react'
import type { Receipt, ReceiptAnswer } from '../../../api/contract/publishing.ts'
import { useEditorApi } from '../use-editor-api.ts'
import type { Waiting } from './progress.ts'

/** While something is under way, and once it takes longer than anybody watches. In ms. */
const SOON_MS = 250
const LATER_MS = 5_000
const WATCHED_MS = 10_000
const LATE_MS = 5_000

interface ReceiptState {
  /** Undefined before the first answer, null before the first publish. */
  receipt: Receipt | null | undefined
  isLate: boolean
}

interface Asked {
  documentId: string
  /** Null where the document is not published, and undefined until the Studio knows. */
  revision: string | null | undefined
  /** Whether other documents bring it onto pages: one that is on none yet may follow any moment. */
  isListed: boolean
}

/**
 * The newest receipt of a document, asked for anew while it is not about `revision` or not at its end. Single
 * requests and no stream: a browser keeps six connections to a server, for all tabs of the Studio together.
 */
export function useReceipt({ documentId, revision, isListed }: Asked): ReceiptState & Waiting {
  const api = useEditorApi()
  const [known, setKnown] = useState<ReceiptState>({ receipt: undefined, isLate: false })
  const [opened, setOpened] = useState(revision)
  if (opened === undefined && revision !== undefined) setOpened(revision)
  // The copy that a site begins with has no receipt, and gets none before it is published.
  const isExpected = revision !== opened

  useEffect(() => {
    if (revision === undefined) return undefined
    const stopping = new AbortController()
    const { signal } = stopping
    const start = Date.now()
    let timer: number | undefined

    async function look(): Promise<void> {
      window.clearTimeout(timer)
      const path = `/publishes/${encodeURIComponent(documentId)}`
      // A server that is away for a moment is asked again like one that has no news.
      const answer = await api<ReceiptAnswer>(path, { signal }).catch(() => undefined)
      if (signal.aborted) return
      const waited = Date.now() - start
      setKnown(({ receipt }) => ({ receipt: answer ? answer.receipt : receipt, isLate: waited > LATE_MS }))
      const asked = { revision, isListed }
      if (answer && (answer.receipt === null ? !isExpected : isSettled(answer.receipt, asked))) return
      timer = window.setTimeout(() => void look(), waited < WATCHED_MS ? SOON_MS : LATER_MS)
    }
    const onFocus = (): void => void look()
    window.addEventListener('focus', onFocus)
    void look()
    return () => {
      stopping.abort()
      window.clearTimeout(timer)
      window.removeEventListener('focus', onFocus)
    }
  }, [documentId, revision, isListed, isExpected, api])

  return { ...known, isExpected }
}

function isSettled(receipt: Receipt, { revision, isListed }: Omit<Asked, 'documentId'>): boolean {
  if (receipt.revision !== revision) return false
  const isUnderWay = receipt.deployTargets?.some(({ state }) => state === 'pending' || state === 'trying')
  const mayGetPages = isListed && revision !== null && receipt.pages.length === 0
  return receipt.state === 'held' || (receipt.state === 'live' && !isUnderWay && !mayGetPages)
}
