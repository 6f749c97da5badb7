import type { Action, SanityClient } from '@sanity/client'
import { messageOf, OperationalError } from '../../../api/contract/operational-error.ts'
import type { FoundPlace } from './find-places.ts'

/** What is written of a place. */
export type Replacement = Pick<FoundPlace, 'id' | 'document' | 'hasDraft' | 'path' | 'result'>

/**
 * Writes the results of these places into the drafts of their documents, all or none; nothing is published.
 * @throws OperationalError where one of the documents was edited or published since, or the server refuses it or is
 * away
 */
export async function writeDrafts(client: SanityClient, places: readonly Replacement[]): Promise<void> {
  const actions: Action[] = []
  for (const [id, ofDocument] of Map.groupBy(places, (place) => place.id)) {
    const [first] = ofDocument
    if (!first) continue
    const { document, hasDraft } = first
    const draftId = `drafts.${id}`
    // Refused where somebody began a draft or published since, as their text would be lost.
    if (!hasDraft)
      actions.push({
        actionType: 'sanity.action.document.version.create',
        publishedId: id,
        versionId: draftId,
        baseId: id,
        ifBaseRevisionId: document._rev,
      })
    const set = Object.fromEntries(ofDocument.map(({ path, result }) => [path, result]))
    actions.push({
      actionType: 'sanity.action.document.edit',
      draftId,
      publishedId: id,
      patch: { set, ...(hasDraft && { ifRevisionID: document._rev }) },
    })
  }
  try {
    await client.action(actions, { tag: 'copy.replace' })
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
