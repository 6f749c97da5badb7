import { Hono, type Handler } from 'hono'
import type { ContentHealth } from '../content-health.ts'
import { isLakePath } from '../contract/addresses.ts'
import { ProblemError, problemResponse, type Problem } from '../contract/problem.ts'
import { malformed, noPages, notFound, problemOf, starting } from '../contract/problems.ts'
import type { PublishApproval } from '../contract/publishing.ts'
import { ASSETS, assetHeaders, securityHeaders } from '../contract/site-headers.ts'
import type { CheckEditor } from '../editors/editors.ts'
import { botCheckRoutes } from '../forms/bot-check-route.ts'
import { contactRoutes } from '../forms/contact.ts'
import type { Forms } from '../forms/open-forms.ts'
import { waitlistRoutes } from '../forms/waitlist.ts'
import type { OnUnforeseen } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { auditRoutes, createAudit, noteSettings, type Audit } from '../people/audit.ts'
import { mentionRoutes } from '../people/mention-route.ts'
import type { PeopleAccess } from '../people/open-people.ts'
import { peopleRoutes } from '../people/people-routes.ts'
import { signInRoutes } from '../people/sign-in-routes.ts'
import { previewEntryRoutes } from '../previews/preview-entry.ts'
import { previewRoutes, type PreviewDeps } from '../previews/preview-routes.ts'
import { shareRoutes } from '../previews/preview-shares.ts'
import { checkRoutes, type CheckRelease } from '../publishing/check-route.ts'
import { publishRoutes } from '../publishing/publish-routes.ts'
import type { PublishService } from '../publishing/publish-service.ts'
import { rebuildRoutes } from '../publishing/rebuild-route.ts'
import type { TellClock } from '../publishing/webhook-clock.ts'
import { submissionRoutes } from '../submissions/submission-routes.ts'
import { lakeError } from './answers.ts'
import { socketAddressOf, type NodeContext, type NodeEnv, callerOf, type Caller } from './client-address.ts'
import { healthRoutes } from './health.ts'
import { mayRead, metricsRoutes, type MetricsAccess } from './metrics.ts'
import { missingPathRoutes, type MissingPaths } from './missing-paths.ts'
import { openapiRoutes } from './openapi.ts'
import type { ReleaseSource } from './release.ts'
import { answers, staticRoutes } from './static.ts'
import { studioRoutes, type StudioBuild } from './studio.ts'

/** What the app is made of. Most of its parts open after the port does. */
export interface AppDeps extends Partial<AppParts> {
  siteUrl: string | undefined
  /** Whether pages and API are served yet. */
  isReady: () => boolean
  /** Whether all parts are open that this server needs; unless said otherwise, forms are the only one. */
  areOpen?: boolean
  /** Whether there are pages and content here at all; false if this node takes posts alone. */
  hasPages?: boolean
  /** Whether content is reached through this process; false if the Studio asks a hosted dataset. */
  hasLake?: boolean
  /** The files of the release to serve now; none before the first one is built. */
  release: ReleaseSource
  /** How many proxies stand in front; none unless said otherwise. */
  trustedProxies?: number
  /** Called with an error that nobody foresaw, or of something that is away. */
  onUnforeseen?: OnUnforeseen
}

/** The parts of a server that have addresses. One that is not open yet, or that a server has no need of, is absent. */
export interface AppParts {
  /** What takes posts. */
  forms: Forms
  /** The content lake, where this process holds it. */
  lake: { fetch(request: Request, sender: Caller): Promise<Response> }
  /** Whether that can be edited. */
  content: ContentHealth
  /** What brings published content to the pages; never open where they are rendered on request. */
  publishing: {
    service: PublishService
    secret: string | undefined
    checkEditor: CheckEditor
    authorsOf?: (document: string, revision: string) => Promise<string[]>
    /** Whether a draft is to be approved before it is published; not unless said otherwise. */
    approval?: PublishApproval
    /** Is told of webhooks that a clock keeps out. */
    tellClock?: TellClock
  }
  /** What the local lake asks before a content release goes live. */
  releaseCheck: { check: CheckRelease; secret: string | undefined }
  /** What editors write with. */
  studio: StudioBuild
  /** Who may read what `forms` took. */
  readers: { checkEditor: CheckEditor }
  /** Who edits, by name; never open where nobody has to sign in. */
  people: PeopleAccess
  /** Counts what visitors ask for in vain. */
  missingPaths: { paths: MissingPaths; checkEditor: CheckEditor }
  /** Drafts in place. */
  preview: PreviewDeps
  /** What this process counts, and who may read it. */
  metrics: { metrics: Metrics; access: MetricsAccess }
}

/** Builds all that this process answers over HTTP, without opening a socket. */
export function createApp(deps: AppDeps): Hono<NodeEnv> {
  const { siteUrl, onUnforeseen } = deps
  const security = [...securityHeaders(siteUrl)]
  const forAssets = [...assetHeaders(siteUrl)]
  const app = new Hono<NodeEnv>()

  app.use(async (c, next) => {
    await next()
    const isAsset = c.req.path.startsWith(`/${ASSETS}`) && c.res.status < 400
    for (const [name, value] of isAsset ? forAssets : security)
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })
  // Node lets host names such as `1.2.3.256` through, of which no URL can be made.
  app.use((c, next) => {
    if (URL.canParse(c.req.url)) return next()
    throw new ProblemError(malformed('The name of the host is none that a server can have.'))
  })
  app.onError((error) => {
    if (!(error instanceof ProblemError)) onUnforeseen?.(error, 'An answer')
    return problemResponse(problemOf(error))
  })
  for (const routes of apiRoutes(deps)) if (routes) app.route('/api', routes)
  // A part that is not open yet may answer there.
  const areOpen = deps.areOpen ?? deps.forms !== undefined
  app.all('/api/*', refuse(areOpen ? notFound : starting))
  if (deps.hasPages === false) return app.all('*', refuse(noPages(siteUrl)))
  for (const [path, routes] of siteRoutes(deps)) if (routes) app.route(path, routes)
  return app.route(
    '/',
    staticRoutes(deps.release, (path) => deps.missingPaths?.paths.count(path)),
  )
}

/** The parts of the API, in any order: no two of them share an address. A part is undefined if it has nothing to serve. */
function apiRoutes(deps: AppDeps): (Hono<NodeEnv> | undefined)[] {
  const { siteUrl, release, forms, metrics, readers, people, preview, publishing, releaseCheck } = deps
  const { missingPaths, trustedProxies = 0 } = deps
  const audit = forms && createAudit(forms.call)
  const isAnswered = async () => {
    const files = await release()
    return (path: string) => answers(files, path)
  }
  const isInsider = (c: NodeContext) => metrics !== undefined && mayRead(c, metrics.access)
  return [
    healthRoutes({
      isReady: deps.isReady,
      parts: [forms, deps.content],
      mayRead: isInsider,
      site: siteHealth(deps),
    }),
    metrics && metricsRoutes(metrics.metrics, metrics.access),
    forms && formRoutes(forms, siteUrl),
    forms && readers && submissionRoutes(forms.inbox, readers.checkEditor),
    audit && readers && auditRoutes(audit, readers.checkEditor),
    readers && peopleRoutes(people?.people, readers.checkEditor),
    people && signInRoutes({ ...people, siteUrl, trustedProxies }),
    preview && previewEntryRoutes(preview),
    preview && shareRoutes(preview.previews, preview.checkEditor, audit),
    publishing && publishingRoutes(publishing, people, audit),
    releaseCheck && checkRoutes(releaseCheck.check, releaseCheck.secret),
    missingPaths && missingPathRoutes(missingPaths.paths, isAnswered, missingPaths.checkEditor),
  ]
}

/** What answers beside the site's files, each below a path that no page can have. */
function siteRoutes(deps: AppDeps): [path: string, routes: Hono<NodeEnv> | undefined][] {
  const { studio, preview } = deps
  return [
    ['/', lakeRoutes(deps)],
    ['/studio', studio && studioRoutes(studio)],
    ['/preview', preview && previewRoutes(preview)],
  ]
}

function refuse(problem: Problem): Handler {
  return () => {
    throw new ProblemError(problem)
  }
}

function publishingRoutes(
  publishing: AppParts['publishing'],
  people: PeopleAccess | undefined,
  audit: Audit | undefined,
): Hono<NodeEnv> {
  const { service, secret, checkEditor, approval, tellClock } = publishing
  const onAdministered = audit && noteSettings(audit, publishing)
  return new Hono<NodeEnv>()
    .route('/', rebuildRoutes(service, secret, { onAdministered, tellClock }))
    .route('/', publishRoutes(service, checkEditor, audit, approval))
    .route('/', mentionRoutes(people?.tellMentioned, secret))
}

/** The content lake's addresses, whether this process holds it, will hold it, or has none. */
function lakeRoutes({ lake, hasLake, trustedProxies = 0 }: AppDeps): Hono<NodeEnv> {
  return new Hono<NodeEnv>().use((c, next) => {
    if (!isLakePath(c.req.path)) return next()
    if (lake) {
      const { raw } = c.req
      return lake.fetch(raw, callerOf(raw.headers, socketAddressOf(c), trustedProxies))
    }
    if (hasLake === false) throw new ProblemError(notFound)
    return Promise.resolve(lakeAway())
  })
}

/** The Studio tries again after such an answer. */
function lakeAway(): Response {
  const description = 'The content is not there yet: the server is starting, or waits for its data folder.'
  return lakeError(503, 'unavailable', description, { 'retry-after': '1' })
}

/** Where pages are rendered on request there is no release to look after. */
function siteHealth({ publishing, release }: AppDeps) {
  if (!publishing) return undefined
  return {
    isServed: async () => (await release()).size > 0,
    faults: () => publishing.service.faults(),
  }
}

function formRoutes(forms: Forms, siteUrl: string | undefined): Hono<NodeEnv> {
  const { submissions, botCheck, rateLimit, challengeLimit, trustedProxies, onPost } = forms
  const options = { siteUrl, rateLimit, trustedProxies, onPost }
  return new Hono<NodeEnv>()
    .route('/', waitlistRoutes(submissions, options))
    .route('/', contactRoutes(submissions, options))
    .route('/', botCheckRoutes(botCheck, { ...options, rateLimit: challengeLimit }))
    .route('/', openapiRoutes())
}
