/*
 * How the texts of a redirect are read: a path of this site, as the server compares it, and a place to lead to. The
 * Studio asks while an editor types.
 */

import { withoutEndSlashes } from './addresses.ts'

/** Stands for this site's own origin, whatever that is, while addresses are read. */
export const HERE = 'https://site.invalid'

/** Paths that the server answers itself: a redirect from there would never be reached. */
const RESERVED = /^\/(?:(?:api|studio)(?:\/|$)|(?:images|files|v(?:\d+|x|\d{4}-\d{2}-\d{2}))\/)/

/** More such paths. Old rules from them have no effect: a fault in one would hold back all the others. */
export const RESERVED_TOO = /^\/(?:mux|preview)(?:\/|$)/

/** The most letters of a redirect's address as it is sent: nginx accepts no word of 4,096 bytes. */
export const LONGEST = 2_000

/** Files of every release, and two more of a bucket. No redirect can begin at one of them. */
const FILES: ReadonlySet<string> = new Set([
  '/.well-known/security.txt',
  '/apple-touch-icon.png',
  '/favicon.ico',
  '/icon-192.png',
  '/icon-512.png',
  '/icon.svg',
  '/llms.txt',
  '/owner.json',
  '/pushing.json',
  '/release.json',
  '/robots.txt',
  '/site.webmanifest',
  '/sitemap.xml',
])

/** Whether a path, as the server compares it, is that of a file which stands beside the pages of every release. */
export function isFilePath(path: string): boolean {
  return FILES.has(path)
}

/** Says what keeps a text from being an old path of this site; nothing when nothing does. */
export function fromFault(text: string): string | undefined {
  const read = readFrom(text)
  if ('message' in read) return read.message
  if (RESERVED_TOO.test(read.path)) return reserved(read.path)
  if (!isFilePath(read.path) && !read.path.startsWith('/assets/')) return undefined
  return `${read.path} is kept for files of the site. Choose another path.`
}

/**
 * An old path as the server compares it: `/Old-Page/` and `/old-page.html` are `/old-page`. A text that is no such path
 * stays as it is.
 */
export function foldFrom(text: string): string {
  const read = readFrom(text)
  return 'path' in read ? read.path : text
}

/** Says what keeps a text from being a place that a redirect may lead to; nothing when nothing does. */
export function toFault(text: string): string | undefined {
  const read = readTo(text)
  return 'message' in read ? read.message : undefined
}

export function readFrom(text: string): { path: string } | { message: string } {
  const url = readPath(text)
  if (!url || url.search !== '' || url.hash !== '')
    return {
      message: `“${text}” is no path of this site. Write it as visitors ask for it, such as /old-page, without domain, “?” and “#”.`,
    }
  if (isLong(url)) return { message: longer(text) }
  const path = pathOf(url)
  return RESERVED.test(path) ? { message: reserved(path) } : { path }
}

export function readTo(text: string): { url: URL } | { message: string } {
  const url = readPath(text) ?? readAddress(text)
  if (url) return isLong(url) ? { message: longer(text) } : { url }
  return {
    message: `“${text}” is neither a path of this site, such as /contact, nor an address that starts with https://.`,
  }
}

/** A path with query and fragment; undefined for what a browser would take for another host (`//host`, `/\host`). */
function readPath(text: string): URL | undefined {
  if (!text.startsWith('/') || /[\\\s]|\p{Cc}/u.test(text)) return undefined
  const url = URL.parse(text, HERE)
  if (url?.origin !== HERE) return undefined
  const path = decode(url.pathname)
  if (path === undefined || path.includes('//') || /\\|\p{Cc}/u.test(path)) return undefined
  url.pathname = bare(url.pathname)
  return url
}

function readAddress(text: string): URL | undefined {
  if (!/^https:\/\/[^\\\s]+$/iu.test(text)) return undefined
  const url = URL.parse(text)
  return url && url.username === '' && url.password === '' ? url : undefined
}

/** A path without what the server takes off: `/platform/` and `/platform.html` are `/platform`. */
function bare(path: string): string {
  const short = withoutEndSlashes(path).replace(/\.html$/iu, '')
  return short === '' || short === '/index' ? '/' : short
}

export function pathOf(url: URL): string {
  return bare(decode(url.pathname) ?? url.pathname).toLowerCase()
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export function addressOf(url: URL): string {
  return url.origin === HERE ? url.pathname + url.search + url.hash : url.href
}

export function isLong(url: URL): boolean {
  // nginx's file writes a dollar so, too.
  return addressOf(url).replaceAll('$', '%24').length > LONGEST
}

function longer(text: string): string {
  return `“${text.slice(0, 80)}…” is longer than ${LONGEST} letters, of which each that is not plain counts as several (ü is %C3%BC). Shorten it.`
}

function reserved(path: string): string {
  return `${path} belongs to the server. Choose another path.`
}
