import type { Snapshot } from './content/snapshot.ts'
import { render, type RenderOptions } from './render.tsx'
import { routes } from './routes.tsx'
import { cardPath, cardText, type CardText } from './site/card.ts'
import { siteFiles } from './site/files.ts'

export { parseTemplate } from './template.ts'

/** File of a page in a release: flat, so that any static host serves it at its bare path. */
export function pageFile(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`
}

/** One page as HTML. Throws when no route has that path. */
export function renderPage(path: string, snapshot: Snapshot, options: RenderOptions): string {
  const route = routes.find((candidate) => candidate.path === path)
  if (!route) throw new Error(`No route has the path ${path}.`)
  return render(route, snapshot, options)
}

/** Every text file of a release by its path in it: pages, sitemap, robots and the like. */
export function renderSite(snapshot: Snapshot, options: RenderOptions): Map<string, string> {
  const pages = routes.map((route) => [pageFile(route.path), render(route, snapshot, options)] as const)
  const addresses = routes
    .filter((route) => route.indexed && (route.canonical ?? route.path) === route.path)
    .map((route) => ({ path: route.path, ...route.seo(snapshot.content) }))
  return new Map([...pages, ...siteFiles(addresses, snapshot.content, options.origin)])
}

/** What the card of each page shows, by the card's address. */
export function pageCards(snapshot: Snapshot): Map<string, CardText> {
  const { content } = snapshot
  return new Map(
    routes.map((route) => {
      const { title } = route.seo(content)
      return [cardPath(title, content), cardText(title, content)]
    }),
  )
}
