import { setImmediate } from 'node:timers/promises'
import { messageOf } from '../../../api/contract/operational-error.ts'
import { collapseRedirects } from '../../../api/contract/redirect-rules.ts'
import type { Fault } from '../../content/hold-back.ts'
import { pictureFile } from '../../content/picture-files.ts'
import { rulesIn } from '../../content/redirects.ts'
import type { Snapshot } from '../../content/snapshot.ts'
import { linesOf, siteFiles } from '../../site/files.ts'
import { routesOf, type SiteRoute } from '../../site/routes.tsx'
import type { FileBytes } from '../release/compress.ts'
import { hostFiles } from '../release/host-files.ts'
import { pageFile, type Manifest } from '../release/manifest.ts'
import { readersOf, withRecords, type PageRecord } from '../release/page-records.ts'
import { changedReads, recordOf } from './field-reads.ts'
import { linkFaults, pageFaults, weightFaults } from './gate.ts'
import { renderPage, type RenderedPage, type RenderOptions } from './render-page.tsx'

/** Everything in a release that content decides, except pictures. */
export interface SiteRendering {
  /** The record of every page, including those that stay as they are. */
  pages: Record<string, PageRecord>
  /** Pages that were rendered, and their style sheets, by their path in a release. */
  files: Map<string, string>
  /** The files for machines, in the same way. */
  forMachines: ReadonlyMap<string, FileBytes>
  /** Paths of the pages that were rendered. */
  rendered: string[]
  redirects: Manifest['redirects']
  /** What would break for visitors; a rendering with faults must not go live. */
  faults: PageFault[]
}

/** A fault of a page. */
export interface PageFault extends Fault {
  /** Ids of the documents that the page was made of; none where it could not be rendered. */
  documents?: readonly string[]
  /** What was thrown where it could not be rendered: the way to the line, while developing. */
  cause?: unknown
}

/** What an earlier rendering by the same code and settings recorded. */
export interface RenderedBefore {
  pages: Manifest['pages']
  /**
   * The snapshot of those pages, where it is in memory: then a page whose fields are all unchanged costs next to
   * nothing.
   */
  snapshot?: Snapshot | undefined
}

export interface SiteOptions extends RenderOptions {
  /** Called with the file and text of each page once it is rendered, before it is known whether it may go live. */
  onPage?: (file: string, html: string) => void
}

/** Renders the pages whose content differs from what `before` recorded; without it, all of them. */
export async function renderSite(
  snapshot: Snapshot,
  options: SiteOptions,
  before?: RenderedBefore,
): Promise<SiteRendering> {
  const routes = routesOf(snapshot.content)
  const { paths, aliases, listed } = listsOf(routes)
  const changed = before?.snapshot && changedReads(snapshot, before.snapshot)
  const last = before && changed && lastMade(before.pages, routes, options)
  const again = last && routesToLookAt(routes, before.pages, changed)
  const records = new Map<string, PageRecord>()
  const rendered = new Map<string, RenderedPage>()
  // From the stored documents, as they were checked: variables are not filled in. A document with a faulty rule is held
  // by now.
  const { redirects } = collapseRedirects(rulesIn(snapshot.documents), paths)
  const faults: PageFault[] = []
  for (const route of again ?? routes) {
    const kept = before && keptRecord(before.pages[route.path], snapshot, changed)
    const page = kept
      ? { record: kept }
      : (rendered.get(route.aliasOf ?? '') ?? (await renderOrFault(route, snapshot, options)))
    if ('cause' in page) faults.push(page)
    else records.set(route.path, page.record)
    if (!('html' in page)) continue
    rendered.set(route.path, page)
    options.onPage?.(pageFile(route.path), page.html)
    // Lets other work of this thread go on between two pages.
    await setImmediate()
  }
  const pages = before && again ? withRecords(before.pages, records) : Object.fromEntries(records)
  const toName = again?.filter(isListed) ?? listed
  const lines = linesOf(toName, snapshot.content, options.origin, last?.lines)
  madeWith.set(pages, { routes, origin: options.origin, lines })
  const files = new Map([...rendered].flatMap(([path, page]) => filesOf(path, page)))
  const known = new Set([...paths, ...Object.keys(redirects)])
  for (const [path, { html, record }] of rendered) {
    // The page of a second address is the same, and so are its faults.
    if (aliases.has(path)) continue
    const name = pageWords(path)
    const pictures = record.documents
      .filter((id) => pictureFile(id)?.extension === 'svg')
      .map((id) => Number(snapshot.documents.get(id)?.['size'] ?? 0))
    const sentences = [
      ...pageFaults(name, html),
      ...linkFaults(name, html, known),
      ...weightFaults(name, html, pictures),
    ]
    faults.push(...sentences.map((message) => ({ message, documents: record.documents })))
  }
  const forMachines = new Map<string, FileBytes>([
    ...siteFiles(listed, snapshot.content, options.origin, lines),
    ...hostFiles(redirects, options.origin),
  ])
  return {
    pages,
    files,
    forMachines,
    rendered: [...rendered.keys()],
    redirects,
    faults,
  }
}

/** What a site was made with beside its pages. */
interface Made {
  routes: readonly SiteRoute[]
  origin: string
  /** What llms.txt says of its pages. */
  lines: ReadonlyMap<string, string>
}

/** By the records of the pages. */
const madeWith = new WeakMap<Manifest['pages'], Made>()

/** What the site with these records was made with; undefined where a page came or went since. */
function lastMade(
  pages: Manifest['pages'],
  routes: readonly SiteRoute[],
  { origin }: SiteOptions,
): Made | undefined {
  const last = madeWith.get(pages)
  return last?.routes === routes && last.origin === origin ? last : undefined
}

/** The routes of pages that may have changed. */
function routesToLookAt(
  routes: readonly SiteRoute[],
  pages: Manifest['pages'],
  changed: ReadonlySet<string>,
): readonly SiteRoute[] {
  const readers = readersOf(pages, changed)
  return routes.filter(({ path }) => readers.has(path))
}

function keptRecord(
  last: PageRecord | undefined,
  snapshot: Snapshot,
  changed: ReadonlySet<string> | undefined,
): PageRecord | undefined {
  if (!last) return undefined
  if (changed && !last.reads.some((read) => changed.has(read))) return last
  const now = recordOf(last.reads, snapshot)
  return now.stamp === last.stamp ? now : undefined
}

async function renderOrFault(
  route: SiteRoute,
  snapshot: Snapshot,
  options: RenderOptions,
): Promise<RenderedPage | Required<Pick<PageFault, 'message' | 'cause'>>> {
  try {
    return await renderPage(route, snapshot, options)
  } catch (error) {
    return { message: `${pageWords(route.path)} could not be drawn: ${messageOf(error)}`, cause: error }
  }
}

/** What is derived from the routes of a site. */
interface RouteLists {
  paths: ReadonlySet<string>
  /** Second addresses. */
  aliases: ReadonlySet<string>
  /** What search engines may list. */
  listed: readonly SiteRoute[]
}

const lists = new WeakMap<readonly SiteRoute[], RouteLists>()

/** Made once for each list of routes, which stays the same object while no page is added or removed. */
function listsOf(routes: readonly SiteRoute[]): RouteLists {
  const known = lists.get(routes)
  if (known) return known
  const made = {
    paths: new Set(routes.map(({ path }) => path)),
    aliases: new Set(routes.filter(isAlias).map(({ path }) => path)),
    listed: routes.filter(isListed),
  }
  lists.set(routes, made)
  return made
}

function isListed(route: SiteRoute): boolean {
  return route.indexed && !isAlias(route)
}

function isAlias({ aliasOf }: SiteRoute): boolean {
  return aliasOf !== undefined
}

/** A page's own files, by their path in a release. */
function filesOf(path: string, { html, styleSheet }: RenderedPage): [string, string][] {
  return [
    [pageFile(path), html],
    ...(styleSheet ? [[styleSheet.file, styleSheet.css] as [string, string]] : []),
  ]
}

/** A page at the beginning of a sentence that an editor reads. */
function pageWords(path: string): string {
  return path === '/' ? 'The home page' : `The page ${path}`
}
