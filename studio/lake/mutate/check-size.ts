import { draftId, publishedId, type LakeDocument } from '../document.ts'
import { LakeError } from '../errors.ts'
import type { Corpus } from '../store/corpus.ts'
import type { Change } from '../store/transaction.ts'
import { weightOf } from '../store/weight.ts'

/**
 * How many characters a document has at most: a hundred times as many as the longest pages, and few enough that the
 * answer to a query of all documents has room for several such.
 */
const MAX_CHARACTERS = 2_000_000
/**
 * What all documents together may take, in characters: hundreds of times as much as a large site. All are held in
 * memory, and read into it at each start; a lake that had more could not be opened again.
 */
const MAX_TOTAL = 64_000_000
/** More than a version needs to say what it was made of. */
const MAX_OWN = 1000

/**
 * Keeps documents at a size at which they can be read together with others. One that is larger, as older programs let
 * it become, may still be made smaller: as a draft or version of it, too, which is larger from its first edit on. So
 * may all of them together.
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

/** In characters of JSON, without what the lake itself writes: that differs between a document and its draft. */
function lengthOf(document: LakeDocument | null | undefined): number {
  if (!document) return 0
  const { _id, _rev, _createdAt, _updatedAt, _system: own = null, ...content } = document
  const ownLength = JSON.stringify(own).length
  return JSON.stringify(content).length + (ownLength > MAX_OWN ? ownLength : 0)
}
