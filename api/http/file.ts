import { getMimeType } from 'hono/utils/mime'
import { PICTURES } from '../contract/addresses.ts'
import { ASK_AGAIN, ASSETS, FOR_EVER, PICTURE_POLICY, UNLISTED } from '../../web/publisher/release/headers.ts'
import type { SiteFile } from './release.ts'

/** Answers with a file, compressed where the caller takes that, or with 304 where it has the same already. */
export function fileResponse(file: SiteFile, request: Request, status: number): Response {
  const brotli = acceptsBrotli(request.headers.get('accept-encoding')) ? file.brotli : undefined
  const etag = `"${file.etag}${brotli ? '-br' : ''}"`
  const headers = new Headers({
    'content-type': getMimeType(file.name) ?? 'application/octet-stream',
    'cache-control': file.name.startsWith(ASSETS) ? FOR_EVER : ASK_AGAIN,
    etag,
  })
  if (file.brotli) headers.set('vary', 'accept-encoding')
  if (file.name.startsWith(PICTURES) || file.name.endsWith('.svg'))
    headers.set('content-security-policy', PICTURE_POLICY)
  if (UNLISTED.has(file.name)) headers.set('x-robots-tag', 'noindex')
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
