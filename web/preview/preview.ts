import type { SanityClient } from '@sanity/client'
import { readFile } from 'node:fs/promises'
import { render, type RenderOptions } from '../render.tsx'
import { routes, type SiteRoute } from '../routes.tsx'
import { parseTemplate } from '../template.ts'
import { barHtml, type BarProps } from './bar.ts'
import { addEditAttributes } from './edit-attributes.ts'
import { followDrafts, type Reading } from './follow.ts'
import { keepLinksIn } from './links.ts'
import { markDocuments, stripMarks } from './marks.ts'
import { documentsIn, type Scope } from './scope.ts'
import { snapshotOf } from './snapshot.ts'

export interface PreviewOptions {
  /** Reads the dataset, drafts included. */
  client: SanityClient
  /** The built template's file. */
  template: string
  origin: string
  recaptchaSiteKey?: string
}

export interface PageRequest {
  /** Path of the page on the site, without a trailing slash. */
  path: string
  scope: Scope
  /** Address of the Studio, where clicks lead; without one, the page holds no edit attributes. */
  studio?: string
  bar: Pick<BarProps, 'kind' | 'shows' | 'expires' | 'base'>
}

export interface PreviewPage {
  status: 200 | 404
  html: string
}

/** Pages drawn on request from what the dataset holds now. */
export interface Preview {
  /** Rejects when the dataset does not answer or the content can't be drawn. */
  page(request: PageRequest): Promise<PreviewPage>
  /** Calls `listener` after each change of the dataset; returns how to stop. */
  subscribe(listener: () => void): () => void
  close(): void
}

/** Opens the preview of one dataset. Nothing is read before the first page. */
export function openPreview({ client, template, ...settings }: PreviewOptions): Preview {
  const drafts = followDrafts(client)

  async function optionsNow(): Promise<RenderOptions> {
    return { ...settings, template: parseTemplate(await readFile(template, 'utf8')), withPolicy: false }
  }

  return {
    page: async (request) => {
      const [reading, options] = await Promise.all([drafts.read(), optionsNow()])
      return drawPage(reading, request, options)
    },
    subscribe: drafts.subscribe,
    close: drafts.close,
  }
}

function drawPage(reading: Reading, request: PageRequest, options: RenderOptions): PreviewPage {
  const { path, scope, studio, bar } = request
  const route = routes.find((candidate) => candidate.path === path)
  const shown = route ?? notFoundRoute()
  const documents = documentsIn(reading.documents, scope)
  const clean = render(shown, snapshotOf(documents), options)
  const page = studio === undefined ? clean : editablePage(clean, shown, documents, studio, options)
  const own = keepLinksIn(page, bar.base)
  const html = own.replace(/<\/body>/, () => `${barHtml({ ...bar, at: reading.at, path })}</body>`)
  return { status: route && route.path !== '/404' ? 200 : 404, html }
}

const BODY = '<body>'

/**
 * The page with edit attributes. Its head is as it was, as nobody clicks there. Where a mark changed more than
 * itself, the page stays without attributes: what is shown is always what publishing would show.
 */
export function editablePage(
  clean: string,
  route: SiteRoute,
  documents: ReturnType<typeof documentsIn>,
  studio: string,
  options: RenderOptions,
): string {
  const marked = markDocuments(documents)
  const html = render(route, snapshotOf(marked.documents), options)
  const body = html.slice(html.indexOf(BODY))
  const start = clean.indexOf(BODY)
  if (stripMarks(body, marked.leaves) !== clean.slice(start)) {
    console.warn(`The preview of ${route.path} can't be clicked to edit: a text is changed beyond its words.`)
    return clean
  }
  return clean.slice(0, start) + addEditAttributes(body, marked.leaves, studio)
}

function notFoundRoute(): SiteRoute {
  const route = routes.find(({ path }) => path === '/404')
  if (!route) throw new Error('The site has no 404 page.')
  return route
}
