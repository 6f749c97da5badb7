import { renderToString } from 'react-dom/server'
import { ServerStyleSheet } from 'styled-components'
import type { Snapshot } from '../content/snapshot.ts'
import { recordOf, watchReads } from './reads.ts'
import type { PageRecord } from './release/manifest.ts'
import type { SiteRoute } from '../site/routes.tsx'
import { cardPath } from '../site/card.ts'
import { headTags } from '../site/head.tsx'
import { firstPaintScript, speculationRules } from '../site/inline-scripts.ts'
import { contentSecurityPolicy } from '../site/policy.ts'
import { Shell } from '../site/shell.tsx'
import { structuredData } from '../site/structured-data.ts'
import type { Template } from './template.ts'
import { GlobalStyle } from '../theme/global.ts'

export interface RenderOptions {
  template: Template
  /** Public origin, without a trailing slash. */
  origin: string
  recaptchaSiteKey?: string
  /** False only while developing. */
  withPolicy?: boolean
}

/** A page as it goes into a release. */
export interface DrawnPage {
  html: string
  record: PageRecord
}

/**
 * The page of a route, whole: the same route, snapshot and options give the same bytes, whether
 * the static build, a publish or a preview asks. Throws when a section fails to render.
 */
export function render(route: SiteRoute, snapshot: Snapshot, options: RenderOptions): DrawnPage {
  const { content, reads } = watchReads(snapshot)
  const { template, origin, recaptchaSiteKey, withPolicy = true } = options
  const path = route.twinOf ?? route.path
  const sheet = new ServerStyleSheet()
  const body = renderToString(
    sheet.collectStyles(
      <>
        <GlobalStyle />
        <Shell content={content} path={path}>
          {route.page(content)}
        </Shell>
      </>,
    ),
  )
  const css = fontFace(template.font) + criticalCss(sheet)
  sheet.seal()
  const seo = route.seo(content)
  const data = path === '/' ? structuredData(content, origin) : []
  const image = origin + cardPath(seo.title, content)
  const { name: siteName, imageAlt } = content.settings.organization
  const record = recordOf(reads(), snapshot)
  const head = headTags({
    title: seo.title,
    description: seo.description,
    stamp: record.stamp,
    canonical: path === '/' ? `${origin}/` : origin + path,
    indexed: route.indexed,
    siteName,
    image,
    imageAlt,
    firstView: path === '/' ? 'hero' : 'main',
    ...(withPolicy
      ? {
          policy: contentSecurityPolicy({
            styles: [css],
            recaptcha: recaptchaSiteKey !== undefined,
          }),
        }
      : {}),
    ...(recaptchaSiteKey ? { recaptchaSiteKey } : {}),
    data,
  })
  const html = [
    template.beforeHead,
    head,
    `<script>${firstPaintScript}</script>`,
    `<style>${css}</style>`,
    `<script type="speculationrules">${speculationRules}</script>`,
    template.afterHead,
    body,
    template.end,
  ].join('')
  return { html, record }
}

function fontFace(url: string): string {
  return `@font-face{font-family:"Familjen Grotesk";src:url("${url}") format("woff2");font-weight:400 700;font-display:swap}`
}

/** The page's rules alone: without the marks that a hydrated page would need to find them again. */
function criticalCss(sheet: ServerStyleSheet): string {
  return sheet
    .getStyleTags()
    .replace(/^\s*<style[^>]*>|<\/style>\s*$/g, '')
    .replace(/\/\*!sc\*\/\s*/g, '')
    .replace(/data-styled\.g\d+\[id="[^"]*"\]\{content:"[^"]*"\}/g, '')
    .replace(/;\}/g, '}')
    .trim()
}
