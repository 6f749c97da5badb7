import type { SanityClient } from 'sanity'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import type { LISTS } from '../../schema/lists.ts'

/** Thrown when a document is published, and the list that shows it could not be changed. */
export class NotAdded extends OperationalError {}

/**
 * Puts a published document at the end of its list on the home page: in the page as published and in its draft where
 * there is one, which would take it away again.
 * @throws NotAdded when the lake does not take it
 */
export async function addToList(
  path: (typeof LISTS)[number]['path'],
  client: SanityClient,
  id: string,
): Promise<void> {
  try {
    const query = `*[_id in ["home", "drafts.home"] && !($id in coalesce(${path}[]._ref, []))]._id`
    const homes = await client.fetch<string[]>(query, { id }, { perspective: 'raw' })
    const item = { _type: 'reference', _key: crypto.randomUUID().slice(0, 12), _ref: id }
    const transaction = client.transaction()
    for (const home of homes)
      transaction
        .patch(home, { setIfMissing: { [path]: [] } })
        .patch(home, (patch) => patch.append(path, [item]))
    if (homes.length > 0) await transaction.commit({ tag: 'list.added' })
  } catch (error) {
    throw new NotAdded('The home page’s list could not be changed. Add it there.', { cause: error })
  }
}
