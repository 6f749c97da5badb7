import { useEffect, useState } from 'react'
import { useClient } from 'sanity'
import type { PublishesAnswer } from '../../../api/contract/publishing.ts'
import { ask } from '../ask.ts'

const EVERY_MS = 4_000

/** What keeps the site from being as it was published, asked for while the tab is in sight. */
export function usePublishes(): PublishesAnswer | undefined {
  const { token } = useClient({ apiVersion: '2025-02-19' }).config()
  const [answer, setAnswer] = useState<PublishesAnswer>()

  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    async function look(): Promise<void> {
      if (document.hidden) return
      // A server that is away says nothing new: what it said last stands until it is back.
      const next = await ask<PublishesAnswer>('/publishes', { token, signal }).catch(() => undefined)
      if (next && !signal.aborted) setAnswer(next)
    }
    const onLook = (): void => void look()
    const timer = window.setInterval(onLook, EVERY_MS)
    document.addEventListener('visibilitychange', onLook)
    onLook()
    return () => {
      stopping.abort()
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', onLook)
    }
  }, [token])

  return answer
}
