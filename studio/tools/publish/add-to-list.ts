import type { SanityClient } from 'sanity'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import type { LISTS } from '../../schema/lists.ts'

/** Thrown when a document was published but could not be added to its list. */
export class NotAdded extends OperationalError {}

interface Home {
  _id: string
  isListed: boolean
}

/**
 * Adds a published document to the end of its list on the home page: to the published page, and to its draft if there
 * is one, as publishing that would remove it again.
 * @throws NotAdded when there is no home page, or the lake does not take it
 */
export async function addToList(
  path: (typeof LISTS)[number]['path'],
  client: SanityClient,
  id: string,
): Promise<void> {
  try {
    const query = `*[_id in ["home", "drafts.home"]]{_id, "isListed": $id in coalesce(${path}[]._ref, [])}`
    const homes = await client.fetch<Home[]>(query, { id }, { perspective: 'raw' })
    if (!homes.some(({ _id }) => _id === 'home'))
      throw new NotAdded('The home page is not published yet. Publish it, then add this to its list.')
    const item = { _type: 'reference', _key: crypto.randomUUID().slice(0, 12), _ref: id }
    const transaction = client.transaction()
    const without = homes.filter(({ isListed }) => !isListed)
    for (const { _id: home } of without)
      transaction
        .patch(home, { setIfMissing: { [path]: [] } })
        .patch(home, (patch) => patch.append(path, [item]))
    if (without.length > 0) await transaction.commit({ tag: 'list.added' })
  } catch (error) {
    if (error instanceof NotAdded) throw error
    throw new NotAdded('The home page’s list could not be changed. Add it there.', { cause: error })
  }
}
