import { isRecord } from '../document.ts'
import { LakeError } from '../errors.ts'
import type { Change } from '../store/transaction.ts'

/**
 * How many characters a document has at most: a hundred times as many as the longest pages, and few enough that the
 * answer to a query of all documents has room for several such.
 */
const MAX_CHARACTERS = 2_000_000

/**
 * Keeps documents at a size at which they can be read together with others. One that is larger, as older programs let
 * it become, may still be made smaller.
 * @throws LakeError 400 naming the document
 */
export function checkSizes(changes: readonly Change[]): void {
  for (const { id, before, after } of changes) {
    const length = lengthOf(after)
    if (length <= MAX_CHARACTERS || length < lengthOf(before)) continue
    throw new LakeError(
      400,
      'validationError',
      `"${id}" would have about ${length} characters, and a document has ${MAX_CHARACTERS} at most: make several of it, or upload a part as a file. Nothing was changed.`,
    )
  }
}

/** About as many characters as the value has in JSON. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + lengthOf(item) + 1, 2)
  if (!isRecord(value)) return 1
  let length = 2
  for (const name of Object.keys(value)) length += name.length + 4 + lengthOf(value[name])
  return length
}
