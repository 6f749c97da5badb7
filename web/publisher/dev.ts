import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { followDrafts, type Reading } from '../preview/follow.ts'
import { documentsIn } from '../preview/scope.ts'
import { draftsSource } from '../preview/source.ts'
import type * as Publish from './publish.ts'

/**
 * Pages while developing: rendered on request from the drafts by the same `render`, without the
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

/** Reads the drafts of now, or says why there are none; each change of them reloads the page. */
function readDrafts(server: ViteDevServer): () => Promise<Reading | string> {
  const source = draftsSource(process.env)
  if (typeof source === 'string') return () => Promise.resolve(source)
  const drafts = followDrafts(source.client)
  drafts.subscribe(() => server.ws.send({ type: 'full-reload' }))
  server.httpServer?.on('close', () => drafts.close())
  return () => drafts.read()
}

interface Answer {
  status: number
  type: string
  body: string
}

async function answer(server: ViteDevServer, reading: Reading | string, url: string): Promise<Answer> {
  if (typeof reading === 'string') return { status: 503, type: 'text/plain', body: reading }
  const documents = documentsIn(reading.documents, { perspective: 'drafts' })
  const publish = (await server.ssrLoadModule('/web/publisher/publish.ts')) as typeof Publish
  const index = await readFile(path.join(server.config.root, 'web/index.html'), 'utf8')
  const template = publish.parseTemplate(await server.transformIndexHtml(url, index))
  const origin = process.env['SITE_URL'] ?? 'http://127.0.0.1:3000'
  const options = { template, origin, withPolicy: false }
  const site = await publish.drawSound(documents, new Map(), (snapshot) =>
    publish.drawSite(snapshot, options),
  )
  if (Array.isArray(site)) return { status: 503, type: 'text/plain', body: site.join('\n') }
  const { files } = site.drawing
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
