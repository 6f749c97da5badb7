import { useEffect, useState } from 'react'
import { useClient } from 'sanity'
import type { OpenedPreview } from '../../../api/contract/previews.ts'
import { ask } from '../ask.ts'

/** An address holds for an hour. */
const EVERY_MS = 45 * 60_000

/** Where this editor may look at versions; nothing before the server has said so. */
export function usePreviewBase(): string | undefined {
  const { token } = useClient({ apiVersion: '2025-02-19' }).config()
  const [base, setBase] = useState<string>()

  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    async function look(): Promise<void> {
      // Without it there are no pictures, and the list works all the same.
      const answer = await ask<OpenedPreview>('/preview/open', { token, method: 'POST', signal }).catch(
        () => undefined,
      )
      if (answer && !signal.aborted) setBase(answer.base)
    }
    const timer = window.setInterval(() => void look(), EVERY_MS)
    void look()
    return () => {
      stopping.abort()
      window.clearInterval(timer)
    }
  }, [token])

  return base
}
