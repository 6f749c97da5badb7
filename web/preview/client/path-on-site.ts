/** The path of the page on the site: what follows the token in an address. */
export function pathOnSite(pathname: string): string {
  return pathname.replace(/^\/preview\/[^/]+/, '') || '/'
}
