import type { SanityClient } from 'sanity'
import type { FoundPlace } from './find-places.ts'

/**
 * Writes the results of these places into the drafts of their documents, all or none; nothing is published.
 * @throws what the client throws: also where one of the documents was edited since
 */
export async function writeDrafts(client: SanityClient, places: readonly FoundPlace[]): Promise<void> {
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
  await transaction.commit({ tag: 'copy.replace' })
}
