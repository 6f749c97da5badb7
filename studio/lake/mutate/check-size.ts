import { draftId, publishedId, type LakeDocument } from '../document.ts'
import { LakeError } from '../errors.ts'
import type { Corpus } from '../store/corpus.ts'
import type { Change } from '../store/transaction.ts'
import { weightOf } from '../store/weight.ts'

/**
 * Most characters of a document: a hundred times the longest pages, and few enough for the answer to a query of all
 * documents to hold several of them.
 */
const MAX_CHARACTERS = 2_000_000
/**
 * Most characters of all documents together: hundreds of times a large site. All are loaded into memory at each start,
 * and a lake with more could not be opened again.
 */
const MAX_TOTAL = 64_000_000
/** More than a version needs to name its base. */
const MAX_OWN = 1000

/**
 * Keeps documents small enough to be read together with others. A larger one, which earlier versions of this program
 * allowed, may still shrink, also through a draft or version, which is a little larger at its first edit. The same
 * holds for all documents together.
 * @throws LakeError 400, naming the document where it is one
 */
export function checkSizes(
  corpus: Pick<Corpus, 'get' | 'versions' | 'weight'>,
  changes: readonly Change[],
): void {
  requireRoom(corpus.weight(), changes)
  for (const { id, after } of changes) {
    const length = lengthOf(after)
    if (length <= MAX_CHARACTERS) continue
    const published = publishedId(id)
    const stored = [published, draftId(published), ...corpus.versions.ofDocument(published)].map(corpus.get)
    if (length <= Math.max(...stored.map(lengthOf))) continue
    throw new LakeError(
      400,
      'validationError',
      `"${id}" would have about ${length} characters, and a document has ${MAX_CHARACTERS} at most: make several of it, or upload a part as a file. Nothing was changed.`,
    )
  }
}

function requireRoom(weight: number, changes: readonly Change[]): void {
  const growth = changes.reduce((sum, { before, after }) => sum + weightOf(after) - weightOf(before), 0)
  if (growth <= 0 || weight + growth <= MAX_TOTAL) return
  throw new LakeError(
    400,
    'validationError',
    `All documents together would be larger than ${MAX_TOTAL / 1_000_000} million characters, and all are held in memory: delete some that are not needed, or upload a part as a file. Nothing was changed.`,
  )
}

/** In characters of JSON, without the fields that the lake writes, which differ between a document and its draft. */
function lengthOf(document: LakeDocument | null | undefined): number {
  if (!document) return 0
  const { _id, _rev, _createdAt, _updatedAt, _system: own = null, ...content } = document
  const ownLength = JSON.stringify(own).length
  return JSON.stringify(content).length + (ownLength > MAX_OWN ? ownLength : 0)
}
