import type { Documents } from '../content/documents.ts'

/** A revision that was published; none where the document was deleted or unpublished. */
export interface Awaited {
  _id: string
  _rev: string | null
  /** When it was published, ISO 8601: a later revision will do as well. */
  at?: string
}

/** Ids of those that the documents do not show yet: a webhook can be faster than the lake that it came from. */
export function missingIn(documents: Documents, awaited: readonly Awaited[]): string[] {
  return awaited.filter((wanted) => !isThere(wanted, documents)).map(({ _id }) => _id)
}

function isThere({ _id, _rev, at }: Awaited, documents: Documents): boolean {
  const document = documents.get(_id)
  if (document === undefined) return _rev === null
  if (document._rev === _rev) return true
  return at !== undefined && document._updatedAt > at
}
