import { draftId, isVersionId, publishedId, releaseOf, type Fields } from '../document.ts'
import type { History, PastTransaction } from './history.ts'

/** The whole of a document's transactions, which retention keeps bounded. */
const EVERYTHING = { reverse: false, limit: -1 }

interface Known {
  version: string
  revision: string | undefined
  isPublished: boolean
}

/**
 * What happened to a document in an editor's words (created, published, deleted), newest first. Edits of a draft
 * are no events of their own.
 */
export function eventsOf(history: History, id: string): Fields[] {
  const published = publishedId(id)
  const version = isVersionId(id) ? id : draftId(id)
  const known: Known = { version, revision: undefined, isPublished: false }
  const events = history.transactions([published, version], EVERYTHING).flatMap((transaction) => {
    const event = eventOf(transaction, published, known)
    remember(transaction, published, known)
    const { timestamp, author } = transaction
    return event === undefined ? [] : [{ ...event, timestamp, author, documentId: published }]
  })
  return events.toReversed()
}

function eventOf(transaction: PastTransaction, published: string, known: Known): Fields | undefined {
  const { id, kind, documentIDs, deleted } = transaction
  const { version: versionId, revision: versionRevisionId } = known
  if (kind === 'publish' && documentIDs.includes(published) && !deleted.includes(published)) {
    const released = documentIDs.find((one) => isVersionId(one) && publishedId(one) === published)
    const publishCause = released === undefined ? 'document.publish' : 'release.publish'
    const from = released === undefined ? {} : { releaseId: releaseOf(released) }
    return {
      type: 'publishDocumentVersion',
      revisionId: id,
      versionId: released ?? versionId,
      versionRevisionId,
      publishCause,
      ...from,
    }
  }
  if (kind === 'unpublish' || (kind === 'publish' && deleted.includes(published)))
    return { type: 'unpublishDocument', versionId, versionRevisionId: id }
  if (deleted.includes(published)) return { type: 'deleteDocumentGroup' }
  if (deleted.includes(versionId)) return { type: 'deleteDocumentVersion', versionId, versionRevisionId }
  if (documentIDs.includes(versionId)) {
    return versionRevisionId === undefined
      ? { type: 'createDocumentVersion', versionId, versionRevisionId: id }
      : undefined
  }
  return { type: known.isPublished ? 'updateLiveDocument' : 'createLiveDocument', revisionId: id }
}

function remember({ id, documentIDs, deleted }: PastTransaction, published: string, known: Known): void {
  if (documentIDs.includes(known.version)) known.revision = deleted.includes(known.version) ? undefined : id
  if (documentIDs.includes(published)) known.isPublished = !deleted.includes(published)
}
