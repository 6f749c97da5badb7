import { useEffect, useEffectEvent } from 'react'
import { asyncScheduler, filter, throttleTime } from 'rxjs'
import { getPublishedId, getVersionFromId, useClient, useDocumentOperation, useDocumentStore } from 'sanity'
import { CLIENT } from '../../client-options.ts'

/** Six transactions a second and not one, each of some hundred bytes, so that a preview keeps up with keys. In ms. */
const COMMIT_MS = 150

/**
 * Commits what is typed into a form sooner than the Studio, which does it once a second. On the local lake alone:
 * what hosted datasets take is counted. Each commit follows an edit of this form: the Studio does one operation of
 * a document at a time, and a commit that came by the clock would end a discard that waits for its turn.
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
