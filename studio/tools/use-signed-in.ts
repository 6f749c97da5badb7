import { useCallback, useState } from 'react'
import { useCurrentUser, useProjectId, type CurrentUser } from 'sanity'
import { usePolling } from './use-polling.ts'

const EVERY_MS = 5_000

/**
 * Who is signed in now. The Studio asks once, at its start, and somebody else may have signed in since, after a session
 * ended or in another tab. A hosted project's Studio has a token of its own, which stays its editor's.
 */
export function useSignedIn(): CurrentUser | null {
  const atStart = useCurrentUser()
  const isLocal = useProjectId() === 'local'
  const [found, setFound] = useState<CurrentUser>()
  const poll = useCallback(async (signal: AbortSignal) => {
    // Nobody, or a server that is away: nothing new.
    const answer = await fetch('/v1/users/me', { signal }).catch(() => undefined)
    if (answer?.ok !== true) return
    const next = (await answer.json().catch(() => undefined)) as CurrentUser | undefined
    if (next && !signal.aborted) setFound((last) => (isSame(last, next) ? last : next))
  }, [])
  usePolling(isLocal ? poll : undefined, EVERY_MS)
  return found ?? atStart
}

/** Whether it is the same person, in the same role. */
export function isSame(one: CurrentUser | null | undefined, other: CurrentUser | null | undefined): boolean {
  return one?.id === other?.id && roleOf(one) === roleOf(other)
}

/** What the role of somebody is called. */
export function roleOf(user: CurrentUser | null | undefined): string | undefined {
  return user?.roles[0]?.title
}
