/** What follows the token in an address: the path of the page on the site. */
export function pathOnSite(pathname: string): string {
  return pathname.replace(/^\/preview\/[^/]+/, '') || '/'
}
