import path from 'node:path'
import type { Content } from '../content/content.ts'

/**
 * Content with every picture at this site's own origin: Sanity names files by their content, so the
 * name alone is an address that never changes its bytes. Also returns where each comes from.
 */
export function ownImages(content: Content): { content: Content; sources: Map<string, string> } {
  const sources = new Map<string, string>()
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        if (key !== 'url' || typeof item !== 'string') return [key, visit(item)]
        const address = `/assets/${path.posix.basename(new URL(item).pathname)}`
        sources.set(address, item)
        return [key, address]
      }),
    )
  }
  return { content: visit(content) as Content, sources }
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
