import type { RequestListener, Server } from 'node:http'
import path from 'node:path'
import { isServerPath } from './contract/addresses.ts'
import type { ReleaseFault } from './contract/content-error.ts'
import type { RendererBundle } from './publishing/renderer.ts'

/** The Studio's sources, which may change while somebody looks at it. */
const STUDIO_SOURCES =
  /^(?:studio\/(?!lake\/|cli\/|seed\/)|sanity\.config\.ts|api\/contract\/|web\/content\/(?:link|field-words|titles))/u

/** What pages load of the API's sources. Their addresses look like the API's own, which are below the same name. */
const SHARED_SOURCES = /^\/api\/contract\/[\w.-]+\.ts(?:\?|$)/u

interface DevSiteOptions {
  /** Folders with built files and data, which are no sources. */
  ignored: readonly string[]
  /** Gets the requests that are the server's own, and those that Vite does not know. */
  next: RequestListener
  /** Called when one of the Studio's sources changes. */
  onStudioChange: () => void
}

export interface DevSite {
  listener: RequestListener
  /**
   * What publishing a content release would hold back.
   * @param dist where an earlier start may have left what it showed last
   */
  checkRelease(release: string, dist: string): Promise<ReleaseFault[]>
  close(): Promise<void>
}

/** Pages straight from their sources with hot reload, in place of built ones (`npm run dev`). */
export async function openDevSite(
  root: string,
  server: Server,
  { ignored, next, onStudioChange }: DevSiteOptions,
): Promise<DevSite> {
  // Vite is a build tool: a served site never loads it.
  const { createServer } = await import('vite')
  const watch = { ignored: ignored.map((folder) => `${folder}/**`) }
  const vite = await createServer({ root, server: { middlewareMode: true, ws: { server }, watch } })
  vite.watcher.on('all', (_, file) => {
    if (STUDIO_SOURCES.test(path.relative(root, file))) onStudioChange()
  })
  return {
    listener: (request, response) => {
      const { url = '/' } = request
      if (isServerPath(url) && !SHARED_SOURCES.test(url)) next(request, response)
      else vite.middlewares(request, response, () => next(request, response))
    },
    checkRelease: async (release, dist) => {
      const site = (await vite.ssrLoadModule('/web/publisher/renderer.ts')) as RendererBundle
      const { LAKE_URL, SITE_URL } = process.env
      const origin = SITE_URL ?? LAKE_URL ?? ''
      const template = path.join(root, 'web/index.html')
      return site.checkRelease(release, { env: process.env, dist, template, origin })
    },
    close: () => vite.close(),
  }
}
