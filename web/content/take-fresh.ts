import { contentFaults, faultsBeside, type Making } from './check.ts'
import { withOthers, type Documents } from './documents.ts'
import { knownPaths } from './paths.ts'

/** Each looks through all documents: 1.5 ms with a thousand pages. What is not found by then stays held. */
const MAX_TRIES = 100

/**
 * These documents with each newest revision that is valid beside them. While all that changed is judged at once, one
 * can be put back for what another did that is held itself: for a link to where a redirect no longer leads, say.
 * @param settled without faults
 */
export function takeFresh(settled: Documents, fresh: Documents, making: Making): Documents {
  let tries = MAX_TRIES

  /** Takes as many as are valid, by halves: among hundreds that are, one that is not costs some ten tries. */
  function takeAll(documents: Documents, ids: readonly string[]): Documents {
    if (ids.length === 0 || tries === 0) return documents
    tries -= 1
    const next = withOthers(documents, ids, fresh)
    if (contentFaults(next, making).length === 0) return next
    if (ids.length === 1) return documents
    const half = ids.length >> 1
    return takeAll(takeAll(documents, ids.slice(0, half)), ids.slice(half))
  }

  for (let documents = settled; ;) {
    const next = takeAll(documents, idsToTry(documents, fresh, making))
    if (next === documents) return documents
    // What is valid now may be what another one waits for.
    documents = next
  }
}

/**
 * Ids of what is held and has no fault beside these documents, the oldest change first, as of two that exclude each
 * other the first is taken; what was taken away last.
 */
function idsToTry(documents: Documents, fresh: Documents, making: Making): string[] {
  const paths = knownPaths(documents)
  const changed = [...fresh.values()]
    .filter((document) => documents.get(document._id)?._rev !== document._rev)
    .filter((document) => faultsBeside(document, documents, making, paths).length === 0)
    .toSorted((one, other) => one._updatedAt.localeCompare(other._updatedAt))
    .map(({ _id: id }) => id)
  return [...changed, ...[...documents.keys()].filter((id) => !fresh.has(id))]
}
