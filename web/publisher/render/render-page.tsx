import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server'
import type { Content } from '../../content/content.ts'
import type { Snapshot } from '../../content/snapshot.ts'
import { sharedPicture } from '../../site/card.ts'
import { headTags, type HeadProps } from '../../site/head.tsx'
import { firstPaintScript, speculationRules, styledScript } from '../../site/inline-scripts.ts'
import { contentSecurityPolicy } from '../../site/policy.ts'
import { routeObject, type SiteRoute } from '../../site/routes.tsx'
import type { PageRecord } from '../release/page-records.ts'
import { BELOW, styleSheetOf, styleSheetTag, type StyleSheet } from '../release/style-sheet.ts'
import { recordOf, watchReads } from './field-reads.ts'
import { createPageCollector, type PageParts } from './page-collector.ts'
import type { Template } from './template.ts'

export interface RenderOptions {
  template: Template
  /** Public origin, without a trailing slash. */
  origin: string
  recaptchaSiteKey?: string
  /** False for pages outside of a release: all their rules are in them, and they have no policy. */
  isReleased?: boolean
}

/** A page as it goes into a release. */
export interface RenderedPage extends PageDocument {
  record: PageRecord
}

interface PageDocument {
  html: string
  /** The file of rules that the page asks for, if it has one. */
  styleSheet?: StyleSheet
}

/**
 * Renders the whole page of a route: the same route, snapshot and options give the same bytes, whether the static
 * build, a publish or a preview asks.
 * @throws whatever a section throws.
 */
export async function renderPage(
  route: SiteRoute,
  snapshot: Snapshot,
  options: RenderOptions,
): Promise<RenderedPage> {
  const { content, reads } = watchReads(snapshot)
  const parts = await renderRoute(route, content)
  const head = headOf(route, content, options)
  const record = recordOf(reads(), snapshot)
  return { ...pageDocument(head, record, parts, options), record }
}

/** Completes a page that vite-react-ssg rendered, as `renderPage` does. `record` is that of the same content. */
export function wholePage(
  {
    route,
    content,
    record,
    parts,
  }: { route: SiteRoute; content: Content; record: PageRecord; parts: PageParts },
  options: RenderOptions,
): PageDocument {
  return pageDocument(headOf(route, content, options), record, parts, options)
}

/** Renders as vite-react-ssg does, router included: React derives ids from the tree, and both have to have the same. */
async function renderRoute(route: SiteRoute, content: Content): Promise<PageParts> {
  const routes = [routeObject(route, content)]
  const context = await createStaticHandler(routes).query(new Request(`http://localhost${route.path}`))
  if (context instanceof Response) throw new Error(`${route.path} redirects, which no page does.`)
  const router = createStaticRouter(routes, context)
  const collector = createPageCollector()
  const app = <StaticRouterProvider router={router} context={context} hydrate={false} />
  collector.toString(renderToString(collector.collect(app)))
  return collector.page()
}

type Head = Omit<HeadProps, 'stamp' | 'policy' | 'firstView'>

function headOf(route: SiteRoute, content: Content, { origin, recaptchaSiteKey }: RenderOptions): Head {
  const path = route.aliasOf ?? route.path
  const seo = route.seo(content)
  const { title, description } = seo
  const picture = sharedPicture(seo, content)
  return {
    title,
    description,
    canonical: path === '/' ? `${origin}/` : origin + path,
    indexed: route.indexed,
    siteName: content.settings.organization.name,
    image: { ...picture, address: origin + picture.path },
    ...(recaptchaSiteKey ? { recaptchaSiteKey } : {}),
    data: route.data?.(content, origin) ?? [],
  }
}

/** Styles of a page with this mark lay out at first only what is seen at first. */
const LONG = '[data-below]'

function pageDocument(
  head: Head,
  { stamp }: PageRecord,
  parts: PageParts,
  { template, origin, recaptchaSiteKey, isReleased = true }: RenderOptions,
): PageDocument {
  const { below } = parts
  const css = fontFace(template.font) + printedOrigin(origin) + parts.css
  const styleSheet = below && isReleased ? styleSheetOf(below.css) : undefined
  const long = css.includes(LONG)
  const policy = contentSecurityPolicy({
    styles: [css],
    long,
    hasStyleSheet: styleSheet !== undefined,
    recaptcha: recaptchaSiteKey !== undefined,
  })
  const html = [
    template.beforeHead,
    headTags({
      ...head,
      stamp,
      firstView: below ? BELOW : 'main',
      ...(isReleased ? { policy } : {}),
    }),
    `<script>${firstPaintScript({ long })}</script>`,
    `<style>${css}</style>`,
    `<script type="speculationrules">${speculationRules}</script>`,
    template.afterHead,
    parts.body.slice(0, below?.at),
    ...(below
      ? [
          styleSheet
            ? `${styleSheetTag(styleSheet)}<script>${styledScript}</script>`
            : `<style id="${BELOW}">${below.css}</style>`,
          parts.body.slice(below.at),
        ]
      : []),
    template.end,
  ].join('')
  return { html, ...(styleSheet && { styleSheet }) }
}

/** A variable for style sheets: on paper, the site is named and its links are written in full. */
function printedOrigin(origin: string): string {
  return `:root{--site:"${origin}"}`
}

function fontFace(url: string): string {
  return `@font-face{font-family:"Familjen Grotesk";src:url("${url}") format("woff2");font-weight:400 700;font-display:swap}`
}
