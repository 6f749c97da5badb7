import { Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { notFound, problemResponse, starting, wrongMethod } from '../errors.ts'
import type { Release, SiteFile } from '../services/release.ts'

/** Pages that exist for a state and not for a search result. */
const unlisted = new Set(['not-found.html', 'received.html', 'not-sent.html', '404.html'])

/**
 * Serves the site's files. Only paths of the release's own list are ever answered or redirected to,
 * so neither a traversal nor an open redirect can be spelled.
 */
export function staticRoutes(release: () => Promise<Release>): Hono {
  return new Hono().all('*', async ({ req }) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return problemResponse(wrongMethod('GET, HEAD'))
    const files = await release()
    if (files.size === 0) return problemResponse(starting)

    const { pathname, search } = new URL(req.url)
    const asked = decodePath(pathname)
    const bare = barePath(asked)
    const found = files.get(fileName(bare))
    if (found === undefined || found.name === '404.html') return missing(files, req.raw)
    if (bare === asked) return fileResponse(found, req.raw, 200)
    return new Response(null, {
      status: 308,
      headers: { location: encodeURI(bare) + search, 'cache-control': 'no-cache' },
    })
  })
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** The one address of a page: `/index.html`, `/platform/` and `/platform.html` are spellings of others. */
function barePath(asked: string): string {
  const bare = asked.replace(/\/+$/u, '').replace(/\.html$/u, '')
  return bare === '' || bare === '/index' ? '/' : bare
}

function fileName(bare: string): string {
  if (bare === '/') return 'index.html'
  const name = bare.slice(1)
  return /\.[a-z0-9]+$/iu.test(name) ? name : `${name}.html`
}

function missing(files: Release, request: Request): Response {
  const page = files.get('404.html')
  return page ? fileResponse(page, request, 404) : problemResponse(notFound)
}

function fileResponse(file: SiteFile, request: Request, status: number): Response {
  const brotli = acceptsBrotli(request.headers.get('accept-encoding')) ? file.brotli : undefined
  const etag = `"${file.etag}${brotli ? '-br' : ''}"`
  const headers = new Headers({
    'content-type': getMimeType(file.name) ?? 'application/octet-stream',
    'cache-control': file.name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
  })
  if (file.brotli) headers.set('vary', 'accept-encoding')
  if (unlisted.has(file.name)) headers.set('x-robots-tag', 'noindex')
  if (status === 200 && matches(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers })

  const body = brotli ?? file.body
  headers.set('content-length', String(body.byteLength))
  if (brotli) headers.set('content-encoding', 'br')
  return new Response(request.method === 'HEAD' ? null : body, { status, headers })
}

/** An encoding with weight zero is refused, as RFC 9110 says; a plain `br` has weight one. */
function acceptsBrotli(header: string | null): boolean {
  const offer = header?.split(',').find((part) => /^\s*(br|\*)\s*(;|$)/iu.test(part))
  return offer !== undefined && !/;\s*q=0(\.0*)?\s*$/iu.test(offer)
}

function matches(header: string | null, etag: string): boolean {
  if (header === null) return false
  const known = header.split(',').map((part) => part.trim().replace(/^W\//u, ''))
  return known.includes('*') || known.includes(etag)
}
