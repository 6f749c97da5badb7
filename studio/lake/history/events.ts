import { draftId, isVersionId, publishedId, releaseOf, type Fields } from '../document.ts'
import type { History, TransactionOutline } from './history.ts'

/** A document's draft or version, and its last revision as far as the history was read. */
interface LastVersion {
  version: string
  revision: string | undefined
}

interface EventPage {
  events: Fields[]
  /** Cursor of the next page of older events; '' where there is none. */
  nextCursor: string
}

/**
 * What happened to a document, in an editor's terms (created, published, deleted), newest first. Edits of a draft
 * are not listed.
 * @param cursor the transaction of the last event of the page before; '' for the first page
 */
export function eventsOf(history: History, id: string, cursor: string, limit: number): EventPage {
  const published = publishedId(id)
  const version = isVersionId(id) ? id : draftId(id)
  const last: LastVersion = { version, revision: undefined }
  const all = history.outlines([published, version]).flatMap((transaction) => {
    const event = eventOf(transaction, published, last)
    remember(transaction, last)
    const { timestamp, author } = transaction
    return event === undefined
      ? []
      : [{ cursor: transaction.id, event: { ...event, timestamp, author, documentId: published } }]
  })
  const newestFirst = all.toReversed()
  const known = cursor === '' ? 0 : newestFirst.findIndex((one) => one.cursor === cursor) + 1
  // The cursor is older than the kept history, and so is everything before it.
  if (cursor !== '' && known === 0) return { events: [], nextCursor: '' }
  const page = newestFirst.slice(known, known + limit)
  const isLast = known + limit >= newestFirst.length
  return { events: page.map(({ event }) => event), nextCursor: isLast ? '' : (page.at(-1)?.cursor ?? '') }
}

function eventOf(transaction: TransactionOutline, published: string, last: LastVersion): Fields | undefined {
  const { id, kind, documentIDs, created, deleted } = transaction
  const { version: versionId, revision: versionRevisionId } = last
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
  if ((kind === 'unpublish' || kind === 'publish') && deleted.includes(published))
    return { type: 'unpublishDocument', versionId, versionRevisionId: id }
  if (deleted.includes(published)) return { type: 'deleteDocumentGroup' }
  if (deleted.includes(versionId)) return { type: 'deleteDocumentVersion', versionId, versionRevisionId }
  if (documentIDs.includes(versionId)) {
    return created.includes(versionId)
      ? { type: 'createDocumentVersion', versionId, versionRevisionId: id }
      : undefined
  }
  return { type: created.includes(published) ? 'createLiveDocument' : 'updateLiveDocument', revisionId: id }
}

function remember({ id, documentIDs, deleted }: TransactionOutline, last: LastVersion): void {
  if (documentIDs.includes(last.version)) last.revision = deleted.includes(last.version) ? undefined : id
}
