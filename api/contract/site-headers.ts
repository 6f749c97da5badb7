/*
 * What goes out with the site's files, whoever serves them: this server, or a static host by the files that a
 * build writes for it.
 */

const SECURITY = [
  ['content-security-policy', "frame-ancestors 'none'"],
  ['x-frame-options', 'DENY'],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
] as const

/** Those that a browser heeds in a file that is no document; pictures need `PICTURE_POLICY` as well. */
const FOR_ASSETS: ReadonlySet<string> = new Set([
  'x-content-type-options',
  'cross-origin-resource-policy',
  'strict-transport-security',
])

/** Names change with the bytes below this folder of a release, and nowhere else. */
export const ASSETS = 'assets/'

/** For a picture that is opened by itself: an SVG is a document, and this one may do nothing. */
export const PICTURE_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

/** For files below `ASSETS`. */
export const FOR_EVER = 'public, max-age=31536000, immutable'

/** For pages and all else: kept, yet asked for again each time. */
export const ASK_AGAIN = 'no-cache'

/** Files of the pages that exist for a state and not for a search result. */
export const UNLISTED: ReadonlySet<string> = new Set([
  'not-found.html',
  'received.html',
  'not-sent.html',
  '404.html',
])

/** Files of a release that speak to static hosts, and are served to nobody. */
export const HOST_FILES: ReadonlySet<string> = new Set([
  '_headers',
  '_redirects',
  '_nginx.conf',
  'vercel.json',
])

/**
 * Whether visitors get a file of a release, by its path below the release's folder. Dot files are a builder's notes;
 * `.well-known` is the one folder that the web asks for.
 */
export function isPublicFile(name: string): boolean {
  if (HOST_FILES.has(name)) return false
  return name.split('/').every((part) => !part.startsWith('.') || part === '.well-known')
}

/**
 * The headers that every answer carries unless it brings its own.
 * The pages hold their script and style policy in a `<meta>`, as its hashes change with the page;
 * `frame-ancestors` is what a meta can't say.
 */
export function securityHeaders(siteUrl: string | undefined): ReadonlyMap<string, string> {
  const headers = new Map<string, string>(SECURITY)
  // Over plain HTTP browsers ignore it, and a local https trial would lock out every port of localhost.
  if (siteUrl?.startsWith('https:')) headers.set('strict-transport-security', 'max-age=31536000')
  return headers
}

/**
 * Those that a file below `ASSETS` carries: all of them would outweigh many of these files. Static hosts join the
 * headers of all rules that fit, so theirs carry all.
 */
export function assetHeaders(siteUrl: string | undefined): ReadonlyMap<string, string> {
  return new Map([...securityHeaders(siteUrl)].filter(([name]) => FOR_ASSETS.has(name)))
}
