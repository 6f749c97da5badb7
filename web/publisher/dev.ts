import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { PICTURES } from '../../api/contract/addresses.ts'
import { PICTURE_TYPES } from '../../api/contract/pictures.ts'
import { draftsSource } from '../content/client.ts'
import { documentsIn } from '../preview/documents-in.ts'
import { followDrafts, type Follower, type Reading } from '../preview/follow.ts'
import type { RendererBundle } from './bundle.ts'
import { defectOf, devFaultPage } from './dev-fault-page.ts'

/**
 * Pages in development: rendered on request from the drafts as a publish renders them, without the security policy (hot
 * reload needs inline scripts). A change of content reloads the page, which keeps its scroll position; a fault is shown
 * in its place.
 */
export function devPages(): Plugin {
  let drafts: Follower | undefined
  return {
    name: 'dev-pages',
    apply: 'serve',
    configureServer(server) {
      const read = async (): Promise<Reading> => (drafts ??= reloadingDrafts(server)).read()
      // A returned hook runs after Vite's own middlewares, which serve modules and assets.
      return () => {
        server.middlewares.use((request, response, next) => {
          void read()
            .then((reading) => respond(server, reading, request.originalUrl ?? '/'))
            .catch((error: unknown) => faultResponse(server, error, request.originalUrl ?? '/'))
            .then(
              ({ status, type, body }) =>
                response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body),
              next,
            )
        })
      }
    },
    // Whenever Vite restarts, another plugin follows the drafts: this one would keep the server of before in memory.
    closeBundle: () => drafts?.close(),
  }
}

/** Follows the drafts; each change of them reloads the page. */
function reloadingDrafts(server: ViteDevServer): Follower {
  const drafts = followDrafts(draftsSource(process.env).client)
  drafts.subscribe(() => server.ws.send({ type: 'full-reload' }))
  return drafts
}

interface DevResponse {
  status: number
  type: string
  body: string | Buffer
}

/** The page of a fault, with Vite's client, which reloads it after the next change. */
async function faultResponse(server: ViteDevServer, error: unknown, url: string): Promise<DevResponse> {
  const thrown = defectOf(error)
  if (thrown) server.ssrFixStacktrace(thrown)
  const { status, html } = devFaultPage(error)
  return { status, type: 'text/html; charset=utf-8', body: await server.transformIndexHtml(url, html) }
}

async function respond(server: ViteDevServer, reading: Reading, url: string): Promise<DevResponse> {
  const documents = documentsIn(reading.documents, { perspective: 'drafts' })
  const renderer = (await server.ssrLoadModule('/web/publisher/renderer.ts')) as RendererBundle
  if (url.startsWith(`/${PICTURES}`)) return pictureResponse(renderer, url.slice(PICTURES.length + 1))
  const index = await readFile(path.join(server.config.root, 'web/index.html'), 'utf8')
  const template = renderer.parseTemplate(await server.transformIndexHtml(url, index))
  const origin = process.env['SITE_URL'] ?? 'http://127.0.0.1:3000'
  const options = { template, origin, isReleased: false }
  const candidate = renderer.holdBack({ fresh: documents, lastGood: new Map() })
  const { rendering, snapshot: shown } = await renderer.renderWithFallback(candidate, (snapshot) =>
    renderer.renderSite(snapshot, options),
  )
  const { files } = rendering
  const wanted = new URL(url, origin).pathname
  const name = wanted === '/' ? 'index.html' : wanted.slice(1)
  const body = files.get(`${name}.html`) ?? files.get(name) ?? (await drawn(renderer.cardsOf(shown), name))
  if (body === undefined) return { status: 404, type: 'text/html', body: files.get('404.html') ?? '' }
  return {
    status: 200,
    type: contentType(files.has(`${name}.html`) ? 'html' : path.extname(name).slice(1)),
    body,
  }
}

/** An icon, or the card of a page: a build draws them once, and here each is drawn when it is asked for. */
async function drawn(
  cards: ReturnType<RendererBundle['cardsOf']>,
  name: string,
): Promise<DevResponse['body'] | undefined> {
  const { card, icons } = await import('./cards.ts')
  const text = cards.get(name)
  return text ? card(text) : (await icons()).get(name)
}

/** A file of a picture, made on request: there is no release that has it. */
async function pictureResponse(renderer: RendererBundle, name: string): Promise<DevResponse> {
  const make = renderer.createPictureMaker(renderer.contentSource(process.env))
  const { made } = await make([name], undefined)
  const body = made.get(name)
  return body
    ? { status: 200, type: contentType(path.extname(name).slice(1)), body }
    : { status: 404, type: 'text/plain', body: 'There is no such picture.' }
}

function contentType(extension: string): string {
  const types: Record<string, string> = {
    ...PICTURE_TYPES,
    html: 'text/html',
    xml: 'application/xml',
    webmanifest: 'application/manifest+json',
    ico: 'image/x-icon',
  }
  return types[extension] ?? 'text/plain'
}
