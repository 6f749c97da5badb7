import { randomBytes } from 'node:crypto'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Plugin, ResolvedConfig, ViteDevServer } from 'vite'
import { isServerPath } from './contract/addresses.ts'
import type { ReleaseFault } from './contract/content-error.ts'
import type { RendererBundle } from './publishing/renderer.ts'

/** What pages are made of. */
const PAGE_SOURCES = /^(?:web|api\/contract)\//u

/** The Studio's sources, which may change while somebody looks at it. */
const STUDIO_SOURCES =
  /^(?:studio\/(?!lake\/|cli\/|seed\/)|sanity\.config\.ts|api\/contract\/|web\/content\/(?:link|field-words|titles))/u

/** What pages load of the API's sources. Their addresses look like the API's own, which are below the same name. */
const SHARED_SOURCES = /^\/api\/contract\/[\w.-]+\.ts(?:\?|$)/u

/** How often it is looked whether Vite has restarted. */
const RESTART_LOOK_MS = 50

interface DevSiteOptions {
  /** Folders with built files and data, which are no sources. */
  ignored: readonly string[]
  /** Gets the requests that are the server's own, and those that Vite does not know. */
  next: RequestListener
  /** Whether a file below `/assets/` is one of the last build, as the pages of previews name them. */
  isBuilt: (name: string) => Promise<boolean>
  /** Called when what pages are made of changes. */
  onPageChange: () => void
  /** Called when one of the Studio's sources changes. */
  onStudioChange: () => void
  /** Called when settings change, which a server reads as it starts. */
  onSettingsChange: () => void
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
  { ignored, next, isBuilt, onPageChange, onStudioChange, onSettingsChange }: DevSiteOptions,
): Promise<DevSite> {
  // Vite is a build tool: a served site never loads it.
  const { createServer } = await import('vite')
  const watch = { ignored: ignored.map((folder) => `${folder}/**`) }
  let newest: ResolvedConfig
  let restart = Promise.resolve()
  let nextRestart: Promise<void> | undefined
  const begin = (): void => (nextRestart = undefined)
  const webSocketToken = randomBytes(9).toString('base64url')
  // A plugin, as Vite watches anew whenever it restarts: after a change of what its configuration imports.
  const reloads: Plugin = {
    name: 'dev-reloads',
    // A page that loads while Vite restarts would have the token of before, and never hear of a change.
    configResolved: (config) => void Object.assign(config, { webSocketToken }),
    configureServer(started) {
      const { config, environments, watcher, ws } = started
      const restartNow = started.restart.bind(started)
      newest = config
      // A server that restarts before it has taken the place of the one before would leave pages with one that is
      // closed: restarts go one after the other, and one is for all changes that come during another.
      started.restart = (forced) =>
        (nextRestart ??= restart = restart
          .then(begin, begin)
          .then(() => restartNow(forced))
          // A restart that failed leaves the one before in its place.
          .then(() => void (vite.config !== config && forgetModules(environments))))
      watcher.on('all', (_, changed) => {
        const file = path.relative(root, changed)
        if (file === '.env') onSettingsChange()
        if (STUDIO_SOURCES.test(file)) onStudioChange()
        if (!PAGE_SOURCES.test(file)) return
        onPageChange()
        // Pages reload by themselves once Vite has restarted.
        if (!config.configFileDependencies.includes(changed)) ws.send({ type: 'full-reload' })
      })
    },
  }
  const vite = await createServer({
    root,
    plugins: [reloads],
    // Pages take nothing from there. Vite would restart, and say that the server has.
    envDir: false,
    server: { middlewareMode: true, ws: { server }, watch },
  })
  /** While Vite restarts, it would answer some files with 504, and a page without them reloads no more. */
  async function restarted(): Promise<void> {
    while (vite.config !== newest) await pause(RESTART_LOOK_MS)
  }
  /** Whether the server answers, and not Vite. */
  async function isItsOwn(url: string): Promise<boolean> {
    if (url.startsWith('/assets/')) return isBuilt(url.slice(1))
    return isServerPath(url) && !SHARED_SOURCES.test(url)
  }

  return {
    listener: (request, response) => {
      const { url = '/' } = request
      const answerItself = (): void => next(request, response)
      const fromSources = async (): Promise<void> => {
        await restarted()
        const { config } = vite
        // Of requests that it has begun, it drops some as it restarts, and answers others with 504.
        const isDropped = (): boolean => config !== newest
        const again = (): void => {
          // Vite has made it that of its one page, to which the server would redirect for good.
          request.url = url
          void fromSources()
        }
        const own = unlessOutdated(response, isDropped, again)
        vite.middlewares(request, own, () => {
          if (isDropped()) return again()
          request.url = url
          answerItself()
        })
      }
      void isItsOwn(url).then((isOwn) => (isOwn ? answerItself() : fromSources()), fromSources)
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

/** Native parts of the bundler hold a Vite that is closed for good: what its modules were made into is 16 MB. */
function forgetModules(environments: ViteDevServer['environments']): void {
  for (const { moduleGraph } of Object.values(environments)) moduleGraph.invalidateAll()
}

const OUTDATED = 504

/** Has a request done once more in place of the answer that Vite, which is closed by now, has no time for it. */
function unlessOutdated(
  response: ServerResponse,
  isDropped: () => boolean,
  again: () => void,
): ServerResponse {
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse
  response.end = (...given: unknown[]) => {
    response.end = end
    if (response.statusCode !== OUTDATED || response.headersSent || !isDropped()) return end(...given)
    response.statusCode = 200
    response.statusMessage = ''
    again()
    return response
  }
  return response
}
