/** File of a page in a release: flat, so that any static host serves it at its bare path. */
export function pageFile(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`
}
