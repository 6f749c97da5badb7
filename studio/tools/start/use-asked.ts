import { useEffect, useState } from 'react'
import { useClient } from 'sanity'
import type { MissingPath } from '../../../api/contract/missing-paths.ts'
import type { ReleaseList } from '../../../api/contract/publishing.ts'
import { ask } from '../ask.ts'

const EVERY_MS = 10_000

interface Answers {
  '/missing-paths': MissingPath[]
  '/releases': ReleaseList
}

/** What this server answers at a path of its API, asked for while the tab is in sight; null where it is away. */
export function useAsked<Path extends keyof Answers>(path: Path): Answers[Path] | null | undefined {
  const { token } = useClient({ apiVersion: '2025-02-19' }).config()
  const [answer, setAnswer] = useState<Answers[Path] | null>()

  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    async function look(): Promise<void> {
      if (document.hidden) return
      const next = await ask<Answers[Path]>(path, { token, signal }).catch(() => null)
      if (!signal.aborted) setAnswer((last) => next ?? last ?? null)
    }
    const timer = window.setInterval(() => void look(), EVERY_MS)
    void look()
    return () => {
      stopping.abort()
      window.clearInterval(timer)
    }
  }, [path, token])

  return answer
}
