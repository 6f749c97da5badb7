import path from 'node:path'
import type { Documents, StoredDocument } from '../content/documents.ts'

const own = new WeakMap<StoredDocument, StoredDocument>()

/**
 * The documents with every picture at this site's own origin: Sanity names files by their content, so the
 * name alone is an address that never changes its bytes.
 */
export function ownImages(documents: Documents): Documents {
  return new Map([...documents].map(([id, document]) => [id, ownImage(document)]))
}

function ownImage(document: StoredDocument): StoredDocument {
  if (!document._type.startsWith('sanity.') || typeof document['url'] !== 'string') return document
  const known = own.get(document)
  if (known) return known
  const moved = { ...document, url: imageAddress(document['url']) }
  own.set(document, moved)
  return moved
}

/** Address of a picture on the site, from its address in the content lake. */
function imageAddress(url: string): string {
  return `/assets/${path.posix.basename(new URL(url).pathname)}`
}

/** Where the pictures that pages use come from, by the name of their file in a release. */
export function usedImages(ids: Iterable<string>, documents: Documents): Map<string, string> {
  const urls = [...ids].map((id) => documents.get(id)?.['url']).filter((url) => typeof url === 'string')
  return new Map(urls.map((url) => [imageAddress(url).slice(1), url]))
}

/** Reads a picture. Throws a sentence when its source does not answer with one. */
export async function readImage(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(15_000) }).catch((error: unknown) => error)
  if (!(response instanceof Response) || !response.ok) {
    const reason = response instanceof Response ? `HTTP ${response.status}` : String(response)
    throw new Error(`Could not read the picture ${url}: ${reason}.`)
  }
  return Buffer.from(await response.arrayBuffer())
}
