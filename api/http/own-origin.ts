/**
 * Whether no page of another site makes a browser send this. A browser names the page's origin, at least in each post,
 * and whether it is of another site; programs name neither, and are not led by pages.
 * @param siteUrl the public origin, where one is set: a proxy may pass requests on under another name
 */
export function isOwnOrigin({ headers, url }: Pick<Request, 'headers' | 'url'>, siteUrl?: string): boolean {
  if (headers.get('sec-fetch-site') === 'cross-site') return false
  const origin = headers.get('origin')
  return origin === null || origin === siteUrl || URL.parse(origin)?.host === new URL(url).host
}
