import { Hono } from 'hono'
import { internal, notFound, problemResponse } from './errors.ts'
import { healthRoutes } from './routes/health.ts'
import { staticRoutes } from './routes/static.ts'
import { securityHeaders } from './security-headers.ts'
import type { Release } from './services/release.ts'

/** What the app is made of; tests pass their own. */
export interface AppDeps {
  siteUrl: string | undefined
  /** Whether pages and API are served yet. */
  isReady: () => boolean
  /** The files of the release to serve now; none before the first one is built. */
  release: () => Promise<Release>
  /** The content lake, where this process holds it. */
  lake?: { fetch(request: Request): Promise<Response> }
}

/** The lake's addresses, as Sanity's clients spell them: `/v2025-02-19/…`, `/v1/…`, `/vX/…`, and assets. */
const lakePath = /^\/(v(\d+|X|\d{4}-\d{2}-\d{2})|images|files)\//u

/** Whether a request target is answered by this process itself, and not by the pages' server. */
export function ownsPath(target: string): boolean {
  return lakePath.test(target) || /^\/api(\/|$|\?)/u.test(target)
}

/** Builds the whole HTTP face of this process, without opening a socket. */
export function createApp({ siteUrl, isReady, release, lake }: AppDeps): Hono {
  const headers = [...securityHeaders(siteUrl)]
  const app = new Hono()

  app.use(async (c, next) => {
    await next()
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })
  app.onError((error) => {
    console.error(error)
    return problemResponse(internal)
  })
  app.route('/api', healthRoutes(isReady))
  app.all('/api/*', () => problemResponse(notFound))
  if (lake) app.use((c, next) => (lakePath.test(c.req.path) ? lake.fetch(c.req.raw) : next()))
  app.route('/', staticRoutes(release))
  return app
}
