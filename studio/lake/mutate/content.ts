import { isRecord, type Fields, type LakeDocument } from '../document.ts'
import { LakeError } from '../errors.ts'

/** The fields that an action copies: all but those that the lake writes. */
export function contentOf({ _rev, _updatedAt, _system, ...content }: Fields): Fields {
  return content
}

/** The fields to publish of a draft or version: references to what was unpublished become strong. */
export function publishedContentOf(document: Fields): Fields {
  return strengthenRecord(contentOf(document))
}

// A reference to an unpublished document is weak until both ends are published.
function strengthen(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strengthen)
  return isRecord(value) ? strengthenRecord(value) : value
}

function strengthenRecord({ _strengthenOnPublish: mark, ...record }: Fields): Fields {
  const fields = Object.fromEntries(Object.entries(record).map(([key, item]) => [key, strengthen(item)]))
  if (!isRecord(mark) || mark['weak'] === true) return fields
  const { _weak, ...strong } = fields
  return strong
}

/** @throws LakeError 409 if the document has another revision than the one that is expected, if any */
export function requireRevision(document: LakeDocument | undefined, expected: unknown, id: string): void {
  if (expected === undefined || expected === document?._rev) return
  throw conflict(
    `"${id}" has changed since: its revision is ${document?._rev ?? 'none'}, expected ${JSON.stringify(expected)}`,
  )
}

/** @param description without its full stop */
export function conflict(description: string): LakeError {
  return new LakeError(409, 'actionError', `${description}.`)
}
