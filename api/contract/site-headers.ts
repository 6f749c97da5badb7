/*
 * The headers of the site's files, whether this server sends them, or a static host by the files that a build writes
 * for it.
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

/** The folder of a release in which the name of a file changes with its bytes, as it does nowhere else. */
export const ASSETS = 'assets/'

/** For a picture that is opened by itself: an SVG is a document, and must not run anything. */
export const PICTURE_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

/** For files below `ASSETS`. */
export const FOR_EVER = 'public, max-age=31536000, immutable'

/** For pages and all else: cached, but revalidated each time. */
export const ASK_AGAIN = 'no-cache'

/** Files of the pages that exist for a state and not for a search result. */
export const UNLISTED: ReadonlySet<string> = new Set([
  'not-found.html',
  'received.html',
  'not-sent.html',
  '404.html',
])

/** Files of a release that configure static hosts, and are served to nobody. */
export const HOST_FILES: ReadonlySet<string> = new Set([
  '_headers',
  '_redirects',
  '_nginx.conf',
  'vercel.json',
])

/**
 * Whether visitors get a file of a release, by its path below the release's folder. Dot files belong to the build;
 * `.well-known` is the one dot folder that is public.
 */
export function isPublicFile(name: string): boolean {
  if (HOST_FILES.has(name)) return false
  return name.split('/').every((part) => !part.startsWith('.') || part === '.well-known')
}

/**
 * The headers of every answer that does not bring its own. A page has its policy for scripts and styles in a `<meta>`,
 * as the hashes change with the page. A `<meta>` can't set `frame-ancestors`.
 */
export function securityHeaders(siteUrl: string | undefined): ReadonlyMap<string, string> {
  const headers = new Map<string, string>(SECURITY)
  // Browsers ignore it over plain HTTP, and after a local trial with HTTPS it would lock out every port of localhost.
  if (siteUrl?.startsWith('https:')) headers.set('strict-transport-security', 'max-age=31536000')
  return headers
}

/**
 * The headers of a file below `ASSETS`: all of them would weigh more than many of these files. Static hosts send the
 * headers of all rules that match, so files there have all of them.
 */
export function assetHeaders(siteUrl: string | undefined): ReadonlyMap<string, string> {
  return new Map([...securityHeaders(siteUrl)].filter(([name]) => FOR_ASSETS.has(name)))
}
