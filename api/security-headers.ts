/**
 * The headers that every answer carries unless it brings its own.
 * The pages hold their script and style policy in a `<meta>`, as its hashes change with the page;
 * `frame-ancestors` is what a meta can't say.
 */
export function securityHeaders(siteUrl: string | undefined): ReadonlyMap<string, string> {
  const headers = new Map([
    ['content-security-policy', "frame-ancestors 'none'"],
    ['x-frame-options', 'DENY'],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    [
      'permissions-policy',
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    ],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
  ])
  // Over plain HTTP browsers ignore it, and a local https trial would lock out every port of localhost.
  if (siteUrl?.startsWith('https:')) headers.set('strict-transport-security', 'max-age=31536000')
  return headers
}
