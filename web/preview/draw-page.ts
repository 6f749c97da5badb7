import { contentFaults } from '../content/check.ts'
import type { Documents } from '../content/documents.ts'
import { snapshotOf } from '../content/snapshot.ts'
import { render, type RenderOptions } from '../render.tsx'
import { routesOf, type SiteRoute } from '../routes.tsx'
import { inWords } from '../sound.ts'
import { barHtml, type BarProps } from './bar.ts'
import { addEditAttributes } from './edit-attributes.ts'
import { keepLinksIn } from './links.ts'
import { markDocuments, stripMarks } from './marks.ts'
import { faultsPage } from './faults-page.ts'
import { previewPolicy } from './policy.ts'

export interface PageRequest {
  /** Path of the page on the site, without a trailing slash. */
  path: string
  /** Address of the Studio, where clicks lead; without one, the page holds no edit attributes. */
  studio?: string
  bar: Pick<BarProps, 'kind' | 'shows' | 'expires' | 'base'>
}

export interface PreviewPage {
  status: 200 | 404 | 422
  html: string
  /** Its content security policy, but for who may frame it. */
  policy: string
}

/** What a page is drawn from. */
export interface Source {
  documents: Documents
  /** When the newest document was written, ISO 8601. */
  at: string
}

/** The page of a preview. Content that can't be drawn gives a page that says what to mend. */
export function drawPage(source: Source, request: PageRequest, options: RenderOptions): PreviewPage {
  const page = draw(source, request, options)
  return { ...page, policy: previewPolicy(page.html) }
}

function draw(
  { documents, at }: Source,
  { path, studio, bar }: PageRequest,
  options: RenderOptions,
): Omit<PreviewPage, 'policy'> {
  const ownBar = barHtml({ ...bar, at, path })
  try {
    const snapshot = snapshotOf(documents)
    const routes = routesOf(snapshot.content)
    const route = routes.find((candidate) => candidate.path === path)
    const shown = route ?? routes.find((candidate) => candidate.path === '/404')
    if (!shown) return { status: 404, html: '' }
    const { html: clean } = render(shown, snapshot, options)
    const page = studio === undefined ? clean : withEditAttributes(clean, shown, documents, studio, options)
    const html = keepLinksIn(page, bar.base).replace('</body>', () => `${ownBar}</body>`)
    return { status: route && path !== '/404' ? 200 : 404, html }
  } catch (error) {
    const faults = contentFaults(documents).map(inWords)
    const reason = error instanceof Error ? error.message : String(error)
    return { status: 422, html: faultsPage(faults.length > 0 ? faults : [reason], ownBar) }
  }
}

const BODY = '<body>'

/**
 * The page with edit attributes. Its head is as it was, as nobody clicks there. Where a mark changed more than
 * itself, the page stays without attributes: what is shown is always what publishing would show.
 */
export function withEditAttributes(
  clean: string,
  route: SiteRoute,
  documents: Documents,
  studio: string,
  options: RenderOptions,
): string {
  const marked = markDocuments(documents)
  const { html } = render(route, snapshotOf(marked.documents), options)
  const body = html.slice(html.indexOf(BODY))
  const start = clean.indexOf(BODY)
  if (stripMarks(body, marked.leaves) !== clean.slice(start)) {
    console.warn(`The preview of ${route.path} can't be clicked to edit: a mark changed more than itself.`)
    return clean
  }
  return clean.slice(0, start) + addEditAttributes(body, marked.leaves, studio)
}
