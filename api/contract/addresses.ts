/** The content lake's addresses as Sanity's clients spell them: `/v2025-02-19/…`, `/v1/…`, `/vX/…`, and its files. */
const LAKE_PATH = /^\/(?:v(?:\d+|X|\d{4}-\d{2}-\d{2})|images|files)\//u

/** Whether the content lake answers at this path, where a server holds one. */
export function isLakePath(path: string): boolean {
  return LAKE_PATH.test(path)
}

/** Whether a path, perhaps with a query or an anchor, is the server's own and none of a page. */
export function isServerPath(path: string): boolean {
  return isLakePath(path) || /^\/(?:api|studio|preview)(?:[/?#]|$)/u.test(path)
}

/** Whether an address on this site is a page's, and neither a file's nor the server's own. */
export function isPagePath(path: string): boolean {
  return !isServerPath(path) && !/^\/assets(?:[/?#]|$)/u.test(path)
}

/** Where a release has the pictures that editors uploaded: a folder of their own, as some hosts give headers to whole folders only. */
export const PICTURES = 'assets/pictures/'
