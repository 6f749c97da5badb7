import { isRecord, type Fields, type LakeDocument } from '../document.ts'
import { LakeError } from '../errors.ts'

/** What an action copies of a document: all but what the lake itself writes. */
export function contentOf({ _rev, _updatedAt, _system, ...content }: Fields): Fields {
  return content
}

/** What is published of a draft or a version: a reference to what was not published yet becomes a strong one. */
export function publishedContentOf(document: Fields): Fields {
  return strengthenRecord(contentOf(document))
}

// A reference to what is not published yet is weak until both ends are.
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

export function requireRevision(document: LakeDocument | undefined, expected: unknown, id: string): void {
  if (expected === undefined || expected === document?._rev) return
  throw conflict(
    `"${id}" has changed since: its revision is ${document?._rev ?? 'none'}, expected ${JSON.stringify(expected)}`,
  )
}

export function conflict(description: string): LakeError {
  return new LakeError(409, 'actionError', `${description}.`)
}
