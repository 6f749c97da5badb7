import type { Documents, ReadDocuments } from '../content/documents.ts'

/** A revision that was published; none where the document was deleted or unpublished. */
export interface Awaited {
  _id: string
  _rev: string | null
  /** When it was published, ISO 8601: a later revision will do as well. */
  at?: string
}

const LIMIT_MS = 30_000
const FIRST_PAUSE_MS = 20
const LAST_PAUSE_MS = 1000

/**
 * Reads until these revisions are there: a webhook can be faster than the lake that it came from.
 * Returns a sentence when one does not come.
 */
export async function awaitDocuments(
  read: ReadDocuments,
  awaited: readonly Awaited[],
): Promise<Documents | string> {
  const end = Date.now() + LIMIT_MS
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LAST_PAUSE_MS)) {
    const documents = await read()
    if (typeof documents === 'string') return documents
    const missing = awaited.find((wanted) => !isThere(wanted, documents))
    if (!missing) return documents
    if (Date.now() + pause > end)
      return `The content lake did not show what was published in “${missing._id}” within ${LIMIT_MS / 1000} s.`
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

function isThere({ _id, _rev, at }: Awaited, documents: Documents): boolean {
  const document = documents.get(_id)
  if (document === undefined) return _rev === null
  if (document._rev === _rev) return true
  return at !== undefined && document._updatedAt > at
}
