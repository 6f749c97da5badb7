/**
 * Whether a request comes from no page of another site. Browsers name the page's origin, at least in each post, and say
 * whether that is another site's. Programs say neither, and no page makes them send requests.
 * @param siteUrl the public origin, where one is set: a proxy may pass requests on under another name
 */
export function isOwnOrigin({ headers, url }: Pick<Request, 'headers' | 'url'>, siteUrl?: string): boolean {
  if (headers.get('sec-fetch-site') === 'cross-site') return false
  const origin = headers.get('origin')
  return origin === null || origin === siteUrl || URL.parse(origin)?.host === new URL(url).host
}
