import { useEffect } from 'react'
import { getPublishedId, getVersionFromId, useSyncState } from 'sanity'
import { askToStay } from '../ask-to-stay.ts'

/** Asks before the tab closes while edits are not stored: the Studio would lose them without a word. */
export function AskToStay({ id, type }: { id: string; type: string }) {
  const { isSyncing } = useSyncState(getPublishedId(id), type, getVersionFromId(id))
  useEffect(() => {
    if (!isSyncing) return undefined
    window.addEventListener('beforeunload', askToStay)
    return () => window.removeEventListener('beforeunload', askToStay)
  }, [isSyncing])
  return null
}
