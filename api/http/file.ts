import { getMimeType } from 'hono/utils/mime'
import { PICTURES } from '../contract/addresses.ts'
import { ASK_AGAIN, ASSETS, FOR_EVER, PICTURE_POLICY, UNLISTED } from '../contract/site-headers.ts'
import type { SiteFile } from './release.ts'

/** What a request says about the file it wants. */
export interface Wanted {
  method: string
  /** Its `accept-encoding` and `if-none-match`. */
  encodings: string | null | undefined
  known: string | null | undefined
}

/** An answer with a file. `headers` are always the same list for the same file, encoding and status. */
export interface FileAnswer {
  status: number
  /** Names and values by turns. */
  headers: readonly string[]
  body: Buffer<ArrayBuffer> | undefined
}

/** A file as it goes out in one encoding. */
interface Variant {
  etag: string
  body: Buffer<ArrayBuffer>
  whole: readonly string[]
  /** The headers of a 304. */
  unchanged: readonly string[]
}

interface Variants {
  plain: Variant
  brotli: Variant | undefined
}

const variants = new WeakMap<SiteFile, Variants>()

/** Answers with a file, in brotli if the client accepts that, or with 304 if the client has it already. */
export function answerWith(
  file: SiteFile,
  { method, encodings, known }: Wanted,
  status: 200 | 404,
): FileAnswer {
  const { plain, brotli } = variantsOf(file)
  const variant = brotli && acceptsBrotli(encodings) ? brotli : plain
  if (status === 200 && isKnown(known, variant.etag))
    return { status: 304, headers: variant.unchanged, body: undefined }
  return { status, headers: variant.whole, body: method === 'HEAD' ? undefined : variant.body }
}

/** The same as a `Response`, for the app. */
export function fileResponse(file: SiteFile, { method, headers }: Request, status: 200 | 404): Response {
  const wanted = {
    method,
    encodings: headers.get('accept-encoding'),
    known: headers.get('if-none-match'),
  }
  const answer = answerWith(file, wanted, status)
  return new Response(answer.body ?? null, { status: answer.status, headers: pairs(answer.headers) })
}

function variantsOf(file: SiteFile): Variants {
  const made = variants.get(file)
  if (made) return made
  const { body, brotli } = file
  const fresh = {
    plain: variantOf(file, body, ''),
    brotli: brotli && variantOf(file, brotli, '-br'),
  }
  variants.set(file, fresh)
  return fresh
}

function variantOf(file: SiteFile, body: Buffer<ArrayBuffer>, mark: '' | '-br'): Variant {
  const { name } = file
  const etag = `"${file.etag}${mark}"`
  const isPicture = name.startsWith(PICTURES) || name.endsWith('.svg')
  const unchanged = [
    ['content-type', getMimeType(name) ?? 'application/octet-stream'],
    ['cache-control', name.startsWith(ASSETS) ? FOR_EVER : ASK_AGAIN],
    ['etag', etag],
    file.brotli ? ['vary', 'accept-encoding'] : [],
    isPicture ? ['content-security-policy', PICTURE_POLICY] : [],
    UNLISTED.has(name) ? ['x-robots-tag', 'noindex'] : [],
  ].flat()
  const encoding = mark === '' ? [] : ['content-encoding', 'br']
  const whole = [...unchanged, 'content-length', String(body.byteLength), ...encoding]
  return { etag, body, whole, unchanged }
}

/** An encoding with weight zero is refused, as RFC 9110 says; a plain `br` has weight one. */
function acceptsBrotli(header: string | null | undefined): boolean {
  // As today's browsers spell it, which send most requests.
  if (header?.endsWith(', br') === true || header?.endsWith(', br, zstd') === true) return true
  const offers = header?.split(',') ?? []
  // What is said of `br` counts over what is said of `*`, in either order.
  const offer =
    offers.find((part) => /^\s*br\s*(;|$)/iu.test(part)) ??
    offers.find((part) => /^\s*\*\s*(;|$)/u.test(part))
  return offer !== undefined && !/;\s*q=0(\.0*)?\s*$/iu.test(offer)
}

function isKnown(header: string | null | undefined, etag: string): boolean {
  if (header === null || header === undefined) return false
  const known = header.split(',').map((part) => part.trim().replace(/^W\//u, ''))
  return known.includes('*') || known.includes(etag)
}

/** A list of names and values as pairs of them. */
export function pairs(flat: readonly string[]): [name: string, value: string][] {
  return flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1] ?? ''] as [string, string]] : []))
}
