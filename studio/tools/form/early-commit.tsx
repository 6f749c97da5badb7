import { useEffect, useEffectEvent } from 'react'
import { asyncScheduler, filter, throttleTime } from 'rxjs'
import { getPublishedId, getVersionFromId, useClient, useDocumentOperation, useDocumentStore } from 'sanity'
import { CLIENT } from '../../client-options.ts'

/** Commits six times a second instead of once, so that a preview keeps up with typing. In ms. */
const COMMIT_MS = 150

/**
 * Commits typed text sooner than the Studio, which does so once a second. Only on the local lake, as hosted datasets
 * have a quota. Each commit follows an edit in this form: the Studio runs one operation of a document at a time, and a
 * commit by timer would cancel a discard that waits for its turn.
 */
export function EarlyCommit({ id, type }: { id: string; type: string }) {
  const { projectId } = useClient(CLIENT).config()
  const { pair } = useDocumentStore()
  const publishedId = getPublishedId(id)
  const { commit } = useDocumentOperation(publishedId, type, getVersionFromId(id))
  const commitNow = useEffectEvent(() => {
    if (!commit.disabled) commit.execute()
  })
  const isLocal = projectId === 'local'

  useEffect(() => {
    if (!isLocal) return undefined
    const edits = pair
      .operationEvents(publishedId, type)
      .pipe(filter(({ type: outcome, op }) => outcome === 'success' && op === 'patch'))
    const subscription = edits
      .pipe(throttleTime(COMMIT_MS, asyncScheduler, { leading: false, trailing: true }))
      .subscribe(() => commitNow())
    return () => subscription.unsubscribe()
  }, [isLocal, pair, publishedId, type])

  return null
}
