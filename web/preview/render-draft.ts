import { html as markup } from 'hono/html'
import { isPagePath } from '../../api/contract/addresses.ts'
import { messageOf } from '../../api/contract/operational-error.ts'
import type { PreviewPage } from '../../api/contract/previews.ts'
import { contentFaults, inEditorsWords } from '../content/check.ts'
import type { Documents } from '../content/documents.ts'
import { renderPage, type RenderOptions } from '../publisher/render/render-page.tsx'
import { routesOf, type SiteRoute } from '../site/routes.tsx'
import { barHtml, type BarProps, type Markup } from './bar.ts'
import { addEditAttributes } from './edit-attributes.ts'
import { leadOn } from './lead-on.ts'
import { listItems } from './list-items.ts'
import { stripMarks } from './marks.ts'
import { noticeRoute } from './notice.tsx'
import { LIVE_POLICY } from './policy.ts'
import type { View } from './view.ts'

export interface PageRequest {
  /** Path of the page on the site, without a trailing slash. */
  path: string
  /** Address of the Studio, where clicks lead; without one, the page holds no edit attributes. */
  studio?: string
  bar: Pick<BarProps, 'kind' | 'shows' | 'perspective' | 'expires' | 'base'>
}

/** Where visitors find the page that these documents have at a path; undefined where they don't. */
type LivePathOf = (path: string, shown: Documents) => Promise<string | undefined>

/**
 * The page of a preview, or a redirect to where that is by now. Content that can't be rendered gives a page that says
 * what to fix.
 */
export async function renderDraft(
  view: View,
  { path, studio, bar, livePathOf }: PageRequest & { livePathOf: LivePathOf },
  options: RenderOptions,
): Promise<PreviewPage> {
  const policy = LIVE_POLICY
  const { at, moment } = view.reading
  const barAt = async (page: string) => {
    const live = await livePathOf(page, view.documents)
    return String(await barHtml({ ...bar, at, moment, path: page, live }))
  }
  try {
    const snapshot = view.snapshot()
    const routes = routesOf(snapshot.content)
    const route = routes.find((candidate) => candidate.path === path)
    const lead = route ? undefined : leadOn(view, path, new Set(routes.map((candidate) => candidate.path)))
    if (typeof lead === 'string') return { status: 307, html: '', policy, location: bar.base + lead }
    const shown = route ?? (lead ? noticeRoute(lead) : routes.find((candidate) => candidate.path === '/404'))
    if (!shown) return { status: 404, html: '', policy }
    const { html: clean } = await renderPage(shown, snapshot, options)
    const page =
      studio === undefined ? clean : await withEditAttributes(clean, { route: shown, view, studio }, options)
    // Where the site has no such page, the bar leads to one that it has.
    const html = withPreviewParts(keepLinksIn(page, bar.base), await barAt(route?.path ?? '/'))
    return { status: route && path !== '/404' ? 200 : 404, html, policy }
  } catch (error) {
    const faults = contentFaults(view.documents).map((fault) => inEditorsWords(fault, view.documents))
    const reason = messageOf(error)
    const page = String(await faultsPage(faults.length > 0 ? faults : [reason]))
    return { status: 422, html: withPreviewParts(page, await barAt(path)), policy }
  }
}

/**
 * Adds the preview's script and bar. The script comes first, and the page's own waits for it without `async`: it
 * records what the server wrote.
 */
function withPreviewParts(html: string, bar: string): string {
  return html
    .replace('<script async', '<script')
    .replace('</head>', () => '<script type="module" src="/preview/-/client.js"></script></head>')
    .replace('</body>', () => `${bar}</body>`)
}

const BODY = '<body>'

/**
 * The page with edit attributes in its body, as nobody clicks in its head. Where marks changed more than themselves,
 * the page stays without attributes: what is shown is always what publishing would show.
 */
async function withEditAttributes(
  clean: string,
  { route, view, studio }: { route: SiteRoute; view: View; studio: string },
  options: RenderOptions,
): Promise<string> {
  const marked = view.marked()
  const { html } = await renderPage(route, marked.snapshot, options)
  const body = html.slice(html.indexOf(BODY))
  const start = clean.indexOf(BODY)
  if (stripMarks(body, marked.fields) !== clean.slice(start)) {
    console.warn(`The preview of ${route.path} can't be clicked to edit: a mark changed more than itself.`)
    return clean
  }
  return (
    clean.slice(0, start) +
    addEditAttributes(body, marked.fields, listItems(view.documents, route.path.slice(1)), studio)
  )
}

const SPECULATION = /<script type="speculationrules">.*?<\/script>/s
/** A link of this site: React escapes what could end an attribute or a tag sooner. */
const OWN_LINK = /(<a\b[^>]*?\shref=")(\/(?!\/)[^"]*)/g

/**
 * The page with its links to pages of this site leading to the same pages below `base`, and without the rules
 * that would have a browser render those pages ahead of a click.
 */
export function keepLinksIn(html: string, base: string): string {
  return html
    .replace(SPECULATION, '')
    .replace(OWN_LINK, (link, start: string, href: string) => (isPagePath(href) ? start + base + href : link))
}

function faultsPage(faults: readonly string[]): Markup {
  const title = 'This draft can’t be shown yet'
  return plainPage(
    title,
    markup`<h1>${title}</h1>
      <p>The page appears by itself once this is mended:</p>
      <ul data-faults>
        ${faults.map((fault) => markup`<li>${fault}</li>`)}
      </ul>`,
  )
}

/** A page that says why another one can't be shown. It needs no script and no style but its own. */
export function plainPage(title: string, content: Markup): Markup {
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          body {
            font:
              17px/1.5 system-ui,
              sans-serif;
            max-width: 40em;
            margin: 15vh auto;
            padding: 0 20px;
          }
        </style>
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`
}
