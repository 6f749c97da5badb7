import { contentFaults, faultsBeside, type PictureState } from './check.ts'
import { withOthers, type Documents, type StoredDocument } from './documents.ts'
import { knownPaths, pathOf } from './paths.ts'

/** Each try checks all documents: 1.5 ms with a thousand pages. What has not been tried by then stays held. */
const MAX_TRIES = 100

/**
 * These documents with every newest revision that is valid among them. As all changes are checked together at first, a
 * document can be put back because of another one that is itself held: for a link to a path whose redirect is held, for
 * example.
 * @param settled without faults
 */
export function takeFresh(settled: Documents, fresh: Documents, pictures: PictureState): Documents {
  let tries = MAX_TRIES

  /** Takes the valid ones by halving: an invalid one among hundreds costs some ten tries. */
  function takeAll(documents: Documents, ids: readonly string[]): Documents {
    if (ids.length === 0 || tries === 0) return documents
    tries -= 1
    const next = withOthers(documents, ids, fresh)
    if (contentFaults(next, pictures).length === 0) return next
    if (ids.length === 1) return documents
    const half = ids.length >> 1
    return takeAll(takeAll(documents, ids.slice(0, half)), ids.slice(half))
  }

  /** Takes those that are valid together: of pages that link to each other, no half is valid. */
  function takeTogether(documents: Documents, ids: readonly string[]): Documents {
    if (ids.length < 2 || tries === 0) return documents
    tries -= 1
    const next = withOthers(documents, ids, fresh)
    const wrong = new Set(contentFaults(next, pictures).map(({ document }) => document))
    if (wrong.size === 0) return next
    // Pages that link to a path that a rule redirects have faults with the rule, and may have none without it.
    const isRule = wrong.has('redirects') && ids.includes('redirects')
    const rest = ids.filter((id) => (isRule ? id !== 'redirects' : !wrong.has(id)))
    return rest.length < ids.length ? takeTogether(documents, rest) : documents
  }

  for (let documents = settled; ;) {
    const changed = idsToTry(documents, fresh, pictures)
    const gone = [...documents.keys()].filter((id) => !fresh.has(id))
    // Changes come before removals: of a page that goes and a new link to it, the link goes live.
    let next = takeAll(documents, [...changed, ...gone])
    if (next === documents) next = takeTogether(documents, changed)
    if (next === documents) return documents
    // Another document may have waited for one of these.
    documents = next
  }
}

/**
 * Ids of held documents that have no fault among these documents and each other. The oldest change comes first, as of
 * two that exclude each other the first is taken.
 */
function idsToTry(documents: Documents, fresh: Documents, pictures: PictureState): string[] {
  const known = knownPaths(documents)
  let left = [...fresh.values()].filter(({ _id: id, _rev }) => documents.get(id)?._rev !== _rev)
  for (let before = 0; left.length !== before;) {
    before = left.length
    left = validBeside(left, documents, pictures, known)
  }
  return left
    .toSorted((one, other) => one._updatedAt.localeCompare(other._updatedAt))
    .map(({ _id: id }) => id)
}

/** The held documents that have no fault when all of them are shown beside these, at their addresses. */
function validBeside(
  held: readonly StoredDocument[],
  documents: Documents,
  pictures: PictureState,
  known: ReadonlySet<string>,
): StoredDocument[] {
  const all = new Map([...documents, ...held.map((document) => [document._id, document] as const)])
  const paths = new Set([...known, ...held.map(pathOf).filter((path) => path !== undefined)])
  return held.filter((document) => faultsBeside(document, all, pictures, paths).length === 0)
}
