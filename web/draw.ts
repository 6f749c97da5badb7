import type { Snapshot } from './content/snapshot.ts'
import { linkFaults, pageFaults } from './release/gate.ts'
import type { Manifest, PageRecord } from './release/manifest.ts'
import { pageFile } from './release/page-file.ts'
import { recordOf } from './reads.ts'
import { render, type DrawnPage, type RenderOptions } from './render.tsx'
import { routesOf, type SiteRoute } from './routes.tsx'
import { siteFiles } from './site/files.ts'

/** Everything of a release that content decides, but for pictures. */
export interface Drawing {
  /** The record of every page, also of those that stay as they are. */
  pages: Record<string, PageRecord>
  /** Pages that were drawn, and the files for machines, by their path in a release. */
  files: Map<string, string>
  /** Paths of the pages that were drawn. */
  drawn: string[]
  /** What would break for visitors, as sentences; such a drawing must not go live. */
  faults: string[]
}

/**
 * Draws the pages whose content is not what `before` recorded; all of them without it. `before` must be of
 * the same code and settings.
 */
export function drawSite(
  snapshot: Snapshot,
  options: RenderOptions,
  before?: Pick<Manifest, 'pages' | 'redirects'>,
): Drawing {
  const routes = routesOf(snapshot.content)
  const pages: Record<string, PageRecord> = {}
  const drawn = new Map<string, DrawnPage>()
  const faults: string[] = []
  for (const route of routes) {
    const kept = keptRecord(route, snapshot, before?.pages)
    const page = kept
      ? { record: kept }
      : (drawn.get(route.twinOf ?? '') ?? drawPage(route, snapshot, options))
    if ('fault' in page) faults.push(page.fault)
    else pages[route.path] = page.record
    if ('html' in page) drawn.set(route.path, page)
  }
  const files = new Map([...drawn].map(([path, { html }]) => [pageFile(path), html]))
  const known = new Set([...routes.map(({ path }) => path), ...Object.keys(before?.redirects ?? {})])
  for (const [name, html] of files) faults.push(...pageFaults(name, html), ...linkFaults(name, html, known))
  const machineFiles = siteFiles(addressesOf(routes, snapshot), snapshot.content, options.origin)
  return { pages, files: new Map([...files, ...machineFiles]), drawn: [...drawn.keys()], faults }
}

function keptRecord(
  { path }: SiteRoute,
  snapshot: Snapshot,
  before: Manifest['pages'] | undefined,
): PageRecord | undefined {
  const last = before?.[path]
  if (!last) return undefined
  const now = recordOf(last.reads, snapshot)
  return now.stamp === last.stamp ? now : undefined
}

function drawPage(
  route: SiteRoute,
  snapshot: Snapshot,
  options: RenderOptions,
): DrawnPage | { fault: string } {
  try {
    return render(route, snapshot, options)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { fault: `${pageFile(route.path)} could not be drawn: ${reason}` }
  }
}

function addressesOf(routes: readonly SiteRoute[], { content }: Snapshot) {
  return routes
    .filter((route) => route.indexed && route.twinOf === undefined)
    .map((route) => ({ path: route.path, ...route.seo(content) }))
}
