import type { StoredDocument } from '../content/documents.ts'

/**
 * Assets of the local lake under their path alone: whoever opens a preview may know this server by another
 * name than the server itself does.
 */
export function ownAssets(
  documents: readonly StoredDocument[],
  lake: string | undefined,
): readonly StoredDocument[] {
  if (lake === undefined) return documents
  return documents.map((document) => {
    const { url } = document
    const isOwn = typeof url === 'string' && url.startsWith(`${lake}/`)
    return isOwn ? { ...document, url: url.slice(lake.length) } : document
  })
}
