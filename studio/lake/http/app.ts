import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AssetFiles } from '../assets/asset-files.ts'
import { LakeError } from '../errors.ts'
import { createHistory } from '../history/history.ts'
import { createReplay } from '../history/replay.ts'
import type { EventStreams } from '../listen/event-stream.ts'
import type { ReleaseCheck } from '../releases/release-check.ts'
import type { Store } from '../store/store.ts'
import { actionRoutes } from './action-routes.ts'
import { assetRoutes } from './asset-routes.ts'
import { authRoutes, type Provider } from './auth-routes.ts'
import { callerIn } from './caller.ts'
import type { Dataset } from './dataset.ts'
import type { Guard } from './guard.ts'
import { historyRoutes } from './history-routes.ts'
import { rememberOrigin } from './json.ts'
import { listenRoutes } from './listen-routes.ts'
import { mutateRoutes } from './mutate-routes.ts'
import { projectRoutes } from './project-routes.ts'
import { queryRoutes } from './query-routes.ts'
import { createTurns } from './queues.ts'
import { createRefuse } from './refusals.ts'
import { settingRoutes } from './setting-routes.ts'
import { createUnreadAnswers, EDITORS } from './unread-answers.ts'
import { uploadRoutes } from './upload-routes.ts'

export interface AppParts {
  store: Store
  files: AssetFiles
  /** What the site is made of. */
  content: Dataset
  /** What editors say about it. */
  comments: Dataset & { store: Pick<Store, 'database'> }
  check: ReleaseCheck
  streams: EventStreams
  guard: Guard
  /** Types of documents that administrators alone write. */
  administered: readonly string[]
  /** Other ways to sign in than the token. */
  providers: readonly Provider[]
  /** The lake's public origins. */
  origins: readonly string[]
  queryDeadlineMs: number
  /** How long history is kept. */
  historyDays: number
}

const MAX_BODY_BYTES = 16 * 1024 * 1024
const MAX_SMALL_BODY_BYTES = 256 * 1024

/** Open to everybody: signing in, and what the Studio asks to find out why it can't. */
const OPEN = /^\/v[^/]+\/(?:auth\/(?:providers|login\/token|logout)|ping|check\/cors)$/

/** Open to strangers, who get published content there and nothing else. */
const PUBLIC = /^\/v[^/]+\/data\/(?:query|doc|listen|live\/events|ping)\/production(?:\/|$)/

/** Everything the lake answers over HTTP, at the paths of Sanity's own API. */
export function createApp(parts: AppParts): Hono {
  const { store, files, content, comments, check, streams, guard, origins, queryDeadlineMs } = parts
  const { corpus, committer } = content
  const turns = createTurns()
  const answers = createUnreadAnswers()
  const api = new Hono()
  api.use(requireToken(guard))
  for (const path of ['/data/listen/*', '/data/live/*']) api.use(path, endWithSession(guard))
  // Not for queries, which have a limit of their own: the outer of two would buffer what the inner refuses.
  for (const path of ['/data/mutate/*', '/data/actions/*']) api.use(path, limitBody(MAX_BODY_BYTES))
  for (const path of ['/users/*', '/projects/*', '/intake/*']) api.use(path, limitBody(MAX_SMALL_BODY_BYTES))
  for (const [dataset, database] of [
    [content, store.database],
    [comments, comments.store.database],
  ] as const) {
    api.route('/', queryRoutes(dataset, guard, { turns, answers, deadlineMs: queryDeadlineMs }))
    api.route('/', mutateRoutes(dataset, guard, queryDeadlineMs))
    const replay = createReplay(database)
    api.route('/', listenRoutes({ ...dataset, replay }, streams, guard, turns))
  }
  const history = createHistory(store.database)
  api.route('/', actionRoutes({ corpus, committer, check, history, guard }))
  api.route('/', uploadRoutes(corpus, files, committer, guard))
  api.route('/', historyRoutes(history))
  api.route('/', authRoutes(guard, parts.providers))
  api.route('/', settingRoutes(store, guard))
  api.route('/', projectRoutes(guard, parts.administered, parts.historyDays))

  const app = new Hono()
  const refuse = createRefuse()
  app.use(forbidStoring, checkCaller(guard), rememberOrigin(origins), countLarge())
  app.route('/:version{v(?:1|X|\\d{4}-\\d{2}-\\d{2})}', api)
  app.route('/', assetRoutes(files, guard, answers))
  app.notFound((c) =>
    refuse(new LakeError(404, 'notFound', `The local content lake has no ${c.req.method} ${c.req.path}.`)),
  )
  app.onError(refuse)
  return app
}

/** Answers are private to their editor and not cached; assets set their own header. */
const forbidStoring: MiddlewareHandler = async (c, next) => {
  // Set before the answer is made: adding a header afterwards costs as much as all the rest.
  c.header('cache-control', 'no-store')
  await next()
}

function countLarge(): MiddlewareHandler {
  const large = createUnreadAnswers(EDITORS)
  return async (c, next) => {
    c.set('large', large)
    await next()
  }
}

function checkCaller(guard: Guard): MiddlewareHandler {
  return async (c, next) => {
    guard.check(callerIn(c), { isOpen: OPEN.test(c.req.path) })
    await next()
  }
}

function requireToken(guard: Guard): MiddlewareHandler {
  return async (c, next) => {
    const { path } = c.req
    if (!OPEN.test(path)) guard.admit(callerIn(c), { isOpen: guard.publicReads && PUBLIC.test(path) })
    await next()
  }
}

/** Ends a stream whose reader's session has ended, when it next carries something: within 15 s. */
function endWithSession(guard: Guard): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const caller = callerIn(c)
    if (!guard.needsToken || !c.res.body || !guard.isTrusted(caller)) return
    const watched = c.res.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          if (guard.isTrusted(caller)) controller.enqueue(chunk)
          else controller.terminate()
        },
      }),
    )
    c.res = new Response(watched, c.res)
  }
}

function limitBody(maxSize: number): MiddlewareHandler {
  const most = maxSize < 1024 * 1024 ? `${maxSize / 1024} kB` : `${maxSize / 1024 / 1024} MB`
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new LakeError(413, 'payloadTooLarge', `The request is larger than ${most}. Send it in parts.`)
    },
  })
}
