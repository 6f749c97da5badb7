import { useEffect } from 'react'
import { getPublishedId, getVersionFromId, useSyncState } from 'sanity'

/** Asks before the tab closes while edits are not stored: the Studio would lose them without a word. */
export function AskToStay({ id, type }: { id: string; type: string }) {
  const { isSyncing } = useSyncState(getPublishedId(id), type, getVersionFromId(id))
  useEffect(() => {
    if (!isSyncing) return undefined
    // A listener of its own: a running publish has another, which has to stay when this one goes.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isSyncing])
  return null
}
