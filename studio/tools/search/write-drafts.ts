import type { SanityClient } from '@sanity/client'
import { messageOf, OperationalError } from '../../../api/contract/operational-error.ts'
import type { FoundPlace } from './find-places.ts'

/** What is written of a place. */
export type Replacement = Pick<FoundPlace, 'id' | 'document' | 'hasDraft' | 'path' | 'result'>

/**
 * Writes the results of these places into the drafts of their documents, all or none; nothing is published.
 * @throws OperationalError where one of the documents was edited since, or the server refuses it or is away
 */
export async function writeDrafts(client: SanityClient, places: readonly Replacement[]): Promise<void> {
  const transaction = client.transaction()
  for (const [id, ofDocument] of Map.groupBy(places, (place) => place.id)) {
    const [first] = ofDocument
    if (!first) continue
    const { document, hasDraft } = first
    const { _rev, ...fields } = document
    // Refused where somebody began a draft since, as its text would be lost.
    if (!hasDraft) transaction.create({ ...fields, _id: `drafts.${id}` })
    const set = Object.fromEntries(ofDocument.map(({ path, result }) => [path, result]))
    transaction.patch(`drafts.${id}`, { set, ...(hasDraft && { ifRevisionID: _rev }) })
  }
  try {
    await transaction.commit({ tag: 'copy.replace' })
  } catch (error) {
    throw new OperationalError(sentenceOf(error), { cause: error })
  }
}

function sentenceOf(error: unknown): string {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 409)
    return 'Nothing was replaced: somebody edits one of these texts now. Look at the list, then try again.'
  if (status !== undefined) return messageOf(error)
  // The answer may be lost after the drafts were written.
  return `There was no answer (${messageOf(error)}). Look at the list for what was replaced, then try again.`
}
