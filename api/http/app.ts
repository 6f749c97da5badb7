import { Hono } from 'hono'
import { isLakePath } from '../contract/addresses.ts'
import { isOperational } from '../contract/operational-error.ts'
import { ProblemError, problemResponse } from '../contract/problem.ts'
import { internal, noPages, notFound, starting, unavailable, malformed } from '../contract/problems.ts'
import type { Forms } from '../forms/forms.ts'
import { botCheckRoutes } from '../forms/bot-check-route.ts'
import { contactRoutes } from '../forms/contact.ts'
import { socketAddressOf } from './client-address.ts'
import type { NodeContext, NodeEnv } from './client-address.ts'
import { healthRoutes } from './health.ts'
import { mayRead, metricsRoutes } from './metrics.ts'
import type { MetricsAccess } from './metrics.ts'
import { openapiRoutes } from './openapi.ts'
import { previewEntry, previewRoutes } from '../previews/preview-routes.ts'
import type { PreviewFace } from '../previews/preview-routes.ts'
import { openRoutes, shareRoutes } from '../previews/preview-shares.ts'
import { auditRoutes, createAudit, noteSettings } from '../people/audit.ts'
import type { PeopleFace } from '../people/open-people.ts'
import { mentionRoutes } from '../people/mention-route.ts'
import { peopleRoutes } from '../people/people-routes.ts'
import { signInRoutes } from '../people/sign-in-routes.ts'
import { publishRoutes } from '../publishing/publish-routes.ts'
import { checkRoutes, type CheckRelease } from '../publishing/check-route.ts'
import { rebuildRoutes } from '../publishing/rebuild-route.ts'
import { missingPathRoutes, type MissingPaths } from './missing-paths.ts'
import { answers, staticRoutes } from './static.ts'
import { studioRoutes } from './studio.ts'
import type { StudioBuild } from './studio.ts'
import { submissionRoutes } from '../submissions/submission-routes.ts'
import type { OnUnforeseen } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { waitlistRoutes } from '../forms/waitlist.ts'
import { ASSETS, assetHeaders, securityHeaders } from '../../web/publisher/release/headers.ts'
import { callerOf } from './client-address.ts'
import type { Caller } from './client-address.ts'
import type { CheckEditor } from '../editors.ts'
import type { PublishApproval } from '../contract/publishing.ts'
import type { PublishService } from '../publishing/publish-service.ts'
import type { Release } from './release.ts'

/** What the app is made of; tests pass their own. */
export interface AppDeps {
  siteUrl: string | undefined
  /** Whether pages and API are served yet. */
  isReady: () => boolean
  /** Whether there are pages and content here at all; false where this node takes posts alone. */
  hasPages?: boolean
  /** The files of the release to serve now; none before the first one is built. */
  release: () => Promise<Release>
  /** What takes posts; absent in the first moments of a start. */
  forms?: Forms
  /** Whether content is reached through this process; false where the Studio asks a hosted dataset. */
  hasLake?: boolean
  /** The content lake, where this process holds it. */
  lake?: { fetch(request: Request, sender: Caller): Promise<Response> }
  /** What brings published content to the pages; absent where they are drawn on request. */
  publishing?: {
    service: PublishService
    secret: string | undefined
    checkEditor: CheckEditor
    authorsOf?: (document: string, revision: string) => Promise<string[]>
    /** Whether a draft is to be approved before it is published; not unless said otherwise. */
    approval?: PublishApproval
  }
  /** What the local lake asks before a content release goes live; absent where a test needs none. */
  releases?: { check: CheckRelease; secret: string | undefined }
  /** What editors write with; absent where a test needs none. */
  studio?: StudioBuild
  /** Who may read what `forms` took; absent where nobody is an editor. */
  readers?: { checkEditor: CheckEditor }
  /** Who edits, by name; absent where nobody has to sign in. */
  people?: PeopleFace
  /** Counts what visitors ask for in vain; absent where nobody is to know. */
  missingPaths?: { paths: MissingPaths; checkEditor: CheckEditor }
  /** Drafts in place; absent where a test needs none. */
  preview?: PreviewFace
  /** What this process counts, and who may read it; absent where a test needs none. */
  metrics?: { metrics: Metrics; access: MetricsAccess }
  /** How many proxies stand in front; none unless said otherwise. */
  trustedProxies?: number
  /** Hears of an error that was answered with 500. */
  onUnforeseen?: OnUnforeseen
}

/** Builds the whole HTTP face of this process, without opening a socket. */
export function createApp(deps: AppDeps): Hono<NodeEnv> {
  const { siteUrl, isReady, release, forms, lake, publishing, studio, preview, onUnforeseen } = deps
  const { readers, people, releases, missingPaths, metrics, trustedProxies = 0 } = deps
  const security = [...securityHeaders(siteUrl)]
  const forAssets = [...assetHeaders(siteUrl)]
  const app = new Hono<NodeEnv>()

  app.use(async (c, next) => {
    await next()
    const isAsset = c.req.path.startsWith(`/${ASSETS}`) && c.res.status < 400
    for (const [name, value] of isAsset ? forAssets : security)
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })
  // Names such as `1.2.3.256` come this far, though no address can be made of them.
  app.use((c, next) => {
    if (URL.canParse(c.req.url)) return next()
    throw new ProblemError(malformed('The name of the host is none that a server can have.'))
  })
  app.onError((error) => {
    if (error instanceof ProblemError) return problemResponse(error.problem)
    onUnforeseen?.(error, 'An answer')
    return problemResponse(isOperational(error) ? unavailable : internal)
  })
  app.route('/api', healthRoutes({ ...forms, isReady, site: siteHealth(deps) }))
  if (metrics) app.route('/api', metricsRoutes(metrics.metrics, metrics.access))
  if (forms) app.route('/api', formRoutes(forms, siteUrl, onUnforeseen))
  const audit = forms && createAudit(forms.call)
  if (forms && readers) app.route('/api', submissionRoutes(forms.inbox, readers.checkEditor))
  if (audit && readers) app.route('/api', auditRoutes(audit, readers.checkEditor))
  if (readers) app.route('/api', peopleRoutes(people?.people, readers.checkEditor))
  if (people) app.route('/api', signInRoutes({ ...people, siteUrl, trustedProxies }))
  if (preview) {
    app.route('/api/preview', previewEntry(preview))
    app.route('/api/preview', openRoutes(preview.previews, preview.checkEditor))
    app.route('/api/preview', shareRoutes(preview.previews, preview.checkEditor, audit))
  }
  if (publishing) {
    app.route(
      '/api',
      rebuildRoutes(publishing.service, publishing.secret, audit && noteSettings(audit, publishing)),
    )
    app.route('/api', publishRoutes(publishing.service, publishing.checkEditor, audit, publishing.approval))
    app.route('/api', mentionRoutes(people?.tellMentioned, publishing.secret))
  }
  if (releases) app.route('/api', checkRoutes(releases.check, releases.secret))
  if (missingPaths) {
    const { paths, checkEditor } = missingPaths
    const isAnswered = async () => {
      const files = await release()
      return (path: string) => answers(files, path)
    }
    app.route('/api', missingPathRoutes(paths, isAnswered, checkEditor))
  }
  app.all('/api/*', () => {
    throw new ProblemError(forms ? notFound : starting)
  })
  if (deps.hasPages === false)
    app.all('*', () => {
      throw new ProblemError(noPages(siteUrl))
    })
  if (!lake)
    app.use((c, next) => {
      if (!isLakePath(c.req.path)) return next()
      if (deps.hasLake === false) throw new ProblemError(notFound)
      return Promise.resolve(lakeAway())
    })
  if (lake)
    app.use((c, next) => {
      if (!isLakePath(c.req.path)) return next()
      const { raw } = c.req
      return lake.fetch(raw, callerOf(raw.headers, socketAddressOf(c), trustedProxies))
    })
  if (studio) app.route('/studio', studioRoutes(studio))
  if (preview) app.route('/preview', previewRoutes(preview))
  app.route(
    '/',
    staticRoutes(release, (path) => missingPaths?.paths.count(path)),
  )
  return app
}

/** In the shape of Sanity's own answers, which the Studio takes for one to try again. */
function lakeAway(): Response {
  const description = 'The content is not there yet: the server is starting, or waits for its data folder.'
  return Response.json(
    { statusCode: 503, error: { type: 'unavailable', description } },
    { status: 503, headers: { 'retry-after': '1', 'cache-control': 'no-store' } },
  )
}

/** Where pages are drawn on request there is no release to look after. */
function siteHealth({ publishing, release, metrics }: AppDeps) {
  if (!publishing) return undefined
  return {
    isServed: async () => (await release()).size > 0,
    faults: () => publishing.service.faults(),
    mayRead: (c: NodeContext) => metrics !== undefined && mayRead(c, metrics.access),
  }
}

function formRoutes(
  forms: Forms,
  siteUrl: string | undefined,
  onUnforeseen: OnUnforeseen | undefined,
): Hono<NodeEnv> {
  const { submissions, botCheck, rateLimit, challengeLimit, trustedProxies, onForwarded } = forms
  const options = { siteUrl, rateLimit, trustedProxies, onForwarded, onUnforeseen }
  return new Hono<NodeEnv>()
    .route('/', waitlistRoutes(submissions, forms.onPost, options))
    .route('/', contactRoutes(submissions, forms.onPost, options))
    .route('/', botCheckRoutes(botCheck, { ...options, rateLimit: challengeLimit }))
    .route('/', openapiRoutes())
}
