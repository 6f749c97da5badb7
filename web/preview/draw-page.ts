import { contentFaults } from '../content/check.ts'
import { render, type RenderOptions } from '../publisher/render.tsx'
import { routesOf, type SiteRoute } from '../site/routes.tsx'
import { inWords } from '../publisher/sound.ts'
import { barHtml, type BarProps } from './bar.ts'
import { addEditAttributes } from './edit-attributes.ts'
import { listItems } from './list-items.ts'
import { keepLinksIn } from './links.ts'
import { stripMarks } from './marks.ts'
import { faultsPage } from './faults-page.ts'
import { LIVE_POLICY } from './policy.ts'
import type { View } from './view.ts'

export interface PageRequest {
  /** Path of the page on the site, without a trailing slash. */
  path: string
  /** Address of the Studio, where clicks lead; without one, the page holds no edit attributes. */
  studio?: string
  bar: Pick<BarProps, 'kind' | 'shows' | 'perspective' | 'expires' | 'base'>
}

export interface PreviewPage {
  status: 200 | 404 | 422
  html: string
  /** Its content security policy, but for who may frame it. */
  policy: string
}

/** The page of a preview. Content that can't be drawn gives a page that says what to mend. */
export async function drawPage(
  view: View,
  { path, studio, bar }: PageRequest,
  options: RenderOptions,
): Promise<PreviewPage> {
  const policy = LIVE_POLICY
  const barAt = async (page: string) =>
    String(await barHtml({ ...bar, at: view.at, moment: view.moment, path: page }))
  try {
    const snapshot = view.snapshot()
    const routes = routesOf(snapshot.content)
    const route = routes.find((candidate) => candidate.path === path)
    const shown = route ?? routes.find((candidate) => candidate.path === '/404')
    if (!shown) return { status: 404, html: '', policy }
    const { html: clean } = await render(shown, snapshot, options)
    const page = studio === undefined ? clean : await withEditAttributes(clean, shown, view, studio, options)
    // Where the site has no such page, the bar leads to one that it has.
    const html = withPreviewParts(keepLinksIn(page, bar.base), await barAt(route?.path ?? '/'))
    return { status: route && path !== '/404' ? 200 : 404, html, policy }
  } catch (error) {
    const faults = contentFaults(view.documents).map(inWords)
    const reason = error instanceof Error ? error.message : String(error)
    const page = String(await faultsPage(faults.length > 0 ? faults : [reason]))
    return { status: 422, html: withPreviewParts(page, await barAt(path)), policy }
  }
}

/** The preview's script comes before the page's own: it notes what the server wrote. */
function withPreviewParts(html: string, bar: string): string {
  return html
    .replace('</head>', () => '<script type="module" src="/preview/-/client.js"></script></head>')
    .replace('</body>', () => `${bar}</body>`)
}

const BODY = '<body>'

/**
 * The page with edit attributes. Its head is as it was, as nobody clicks there. Where a mark changed more than
 * itself, the page stays without attributes: what is shown is always what publishing would show.
 */
async function withEditAttributes(
  clean: string,
  route: SiteRoute,
  view: View,
  studio: string,
  options: RenderOptions,
): Promise<string> {
  const marked = view.marked()
  const { html } = await render(route, marked.snapshot, options)
  const body = html.slice(html.indexOf(BODY))
  const start = clean.indexOf(BODY)
  if (stripMarks(body, marked.leaves) !== clean.slice(start)) {
    console.warn(`The preview of ${route.path} can't be clicked to edit: a mark changed more than itself.`)
    return clean
  }
  return clean.slice(0, start) + addEditAttributes(body, marked.leaves, listItems(view.documents), studio)
}
