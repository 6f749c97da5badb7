import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { documentsIn, followDrafts, type Follower, type Reading } from '../preview/follow.ts'
import { draftsSource } from '../content/client.ts'
import { isOperational } from '../../api/contract/operational-error.ts'
import type * as Publish from './publish.ts'

/**
 * Pages while developing: rendered on request from the drafts as a publish renders them, without the
 * security policy (hot reload needs inline scripts). A change of code or content reloads the page.
 */
export function devPages(): Plugin {
  return {
    name: 'dev-pages',
    apply: 'serve',
    configureServer(server) {
      server.watcher.on('change', (file) => {
        if (file.includes(`${path.sep}web${path.sep}`)) server.ws.send({ type: 'full-reload' })
      })
      const read = readDrafts(server)
      // Returned, so that it runs after Vite's own middlewares: they answer for modules and assets.
      return () => {
        server.middlewares.use((request, response, next) => {
          void read()
            .then((reading) => answer(server, reading, request.originalUrl ?? '/'))
            .catch(refusal)
            .then(
              ({ status, type, body }) =>
                response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body),
              next,
            )
        })
      }
    },
  }
}

/** Reads the drafts of now; each change of them reloads the page. */
function readDrafts(server: ViteDevServer): () => Promise<Reading> {
  let drafts: Follower | undefined
  function open(): Follower {
    const opened = followDrafts(draftsSource(process.env).client)
    opened.subscribe(() => server.ws.send({ type: 'full-reload' }))
    server.httpServer?.on('close', () => opened.close())
    return opened
  }
  return async () => (drafts ??= open()).read()
}

interface Answer {
  status: number
  type: string
  body: string
}

/** Says what a person can mend; anything else is for Vite to show. */
function refusal(error: unknown): Answer {
  if (!isOperational(error)) throw error
  return { status: 503, type: 'text/plain', body: error.sentences.join('\n') }
}

async function answer(server: ViteDevServer, reading: Reading, url: string): Promise<Answer> {
  const documents = documentsIn(reading.documents, { perspective: 'drafts' })
  const publish = (await server.ssrLoadModule('/web/publisher/publish.ts')) as typeof Publish
  const index = await readFile(path.join(server.config.root, 'web/index.html'), 'utf8')
  const template = publish.parseTemplate(await server.transformIndexHtml(url, index))
  const origin = process.env['SITE_URL'] ?? 'http://127.0.0.1:3000'
  const options = { template, origin, withPolicy: false }
  const candidate = publish.holdBack({ fresh: documents, lastGood: new Map() })
  const { rendering } = await publish.renderWithFallback(candidate, (snapshot) =>
    publish.renderSite(snapshot, options),
  )
  const { files } = rendering
  const wanted = new URL(url, origin).pathname
  const name = wanted === '/' ? 'index.html' : wanted.slice(1)
  const body = files.get(`${name}.html`) ?? files.get(name)
  if (body === undefined) return { status: 404, type: 'text/html', body: files.get('404.html') ?? '' }
  return {
    status: 200,
    type: contentType(files.has(`${name}.html`) ? 'html' : path.extname(name).slice(1)),
    body,
  }
}

function contentType(extension: string): string {
  const types: Record<string, string> = {
    html: 'text/html',
    xml: 'application/xml',
    webmanifest: 'application/manifest+json',
  }
  return types[extension] ?? 'text/plain'
}
