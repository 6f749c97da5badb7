/** The version of Sanity's HTTP API that every client asks for, so that later changes of it do not reach them. */
export const API_VERSION = '2025-02-19'

/** The content lake's addresses as Sanity's clients spell them: `/v2025-02-19/…`, `/v1/…`, `/vX/…`, and its files. */
const LAKE_PATH = /^\/(?:v(?:\d+|X|\d{4}-\d{2}-\d{2})|images|files)\//u

/** Whether the content lake answers at this path, where a server holds one. */
export function isLakePath(path: string): boolean {
  return LAKE_PATH.test(path)
}

/** Whether the server itself answers a path, with or without query and fragment, so that no page can. */
export function isServerPath(path: string): boolean {
  return isLakePath(path) || /^\/(?:api|studio|preview)(?:[/?#]|$)/u.test(path)
}

/** Whether an address on this site is a page's, and neither a file's nor the server's own. */
export function isPagePath(path: string): boolean {
  return !isServerPath(path) && !/^\/assets(?:[/?#]|$)/u.test(path)
}

/**
 * The folder of a release with the pictures that editors uploaded. It is one of its own, as some hosts set headers by
 * folder.
 */
export const PICTURES = 'assets/pictures/'

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u
const SLUG_LENGTH = 60
/** The home page's file: a page of this name would be written over it. */
const HOME_FILE = 'index'

/** Says what keeps a text from being the last part of a page's address; nothing when nothing does. */
export function slugFault(slug: string): string | undefined {
  if (!SLUG.test(slug) || slug.length > SLUG_LENGTH)
    return `An address is made of small letters, digits and single dashes, ${SLUG_LENGTH} at most, such as spring-webinar.`
  if (slug === HOME_FILE || !isPagePath(`/${slug}`) || isLakePath(`/${slug}/`))
    return `/${slug} is kept for the server. Choose another address.`
  return undefined
}

/**
 * A path without the slashes at its end: `/platform//` becomes `/platform`, and `/` becomes empty. Not by a regular
 * expression, which would take quadratic time for thousands of slashes that something follows.
 */
export function withoutEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** Whether a browser would resolve it as a path of this site, and not as another host. */
export function isOwnPath(path: string): boolean {
  return (
    /^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(path) &&
    URL.parse(path, 'http://site.invalid')?.host === 'site.invalid'
  )
}
