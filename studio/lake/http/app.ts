import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AssetFiles } from '../assets/asset-files.ts'
import { LakeFault } from '../fault.ts'
import { createHistory } from '../history/history.ts'
import { createReplay } from '../history/replay.ts'
import type { Bus } from '../listen/bus.ts'
import type { EventStreams } from '../listen/event-stream.ts'
import type { Committer } from '../mutate/commit.ts'
import type { Store } from '../store/store.ts'
import { assetRoutes } from './asset-routes.ts'
import { authRoutes } from './auth-routes.ts'
import { exportRoutes } from './export-routes.ts'
import { callerOf, type Guard } from './guard.ts'
import { historyRoutes } from './history-routes.ts'
import { listenRoutes } from './listen-routes.ts'
import { mutateRoutes } from './mutate-routes.ts'
import { rememberOrigin } from './origin.ts'
import { projectRoutes } from './project-routes.ts'
import { queryRoutes } from './query-routes.ts'
import { uploadRoutes } from './upload-routes.ts'

export type AppParts = {
  store: Store
  files: AssetFiles
  committer: Committer
  bus: Bus
  streams: EventStreams
  guard: Guard
  /** The lake's public origins. */
  origins: readonly string[]
}

const MAX_BODY_BYTES = 16 * 1024 * 1024

/** What a stranger may ask for; these routes show a stranger nothing but what is published. */
const OPEN = /^\/v[^/]+\/(?:data\/(?:query|doc|listen|live\/events|ping)\/|auth\/|ping$|check\/cors$)/

/** Everything the lake answers over HTTP, at the paths of Sanity's own API. */
export function createApp(parts: AppParts): Hono {
  const { store, files, committer, bus, streams, guard, origins } = parts
  const { corpus } = store
  const api = new Hono()
  api.use(requireToken(guard))
  api.use('/data/*', limitBody())
  api.use('/users/*', limitBody())
  api.route('/', queryRoutes(corpus, guard))
  api.route('/', mutateRoutes(corpus, committer))
  api.route('/', uploadRoutes(corpus, files, committer))
  api.route('/', listenRoutes({ corpus, bus, replay: createReplay(store.database) }, streams, guard))
  api.route('/', historyRoutes(createHistory(store.database)))
  api.route('/', exportRoutes(corpus))
  api.route('/', authRoutes(guard))
  api.route('/', projectRoutes(store))

  const app = new Hono()
  app.use(checkCaller(guard), rememberOrigin(origins))
  app.route('/:version{v(?:1|X|\\d{4}-\\d{2}-\\d{2})}', api)
  app.route('/', assetRoutes(files))
  app.notFound((c) =>
    refuse(new LakeFault(404, 'notFound', `The local content lake has no ${c.req.method} ${c.req.path}.`)),
  )
  app.onError((error) => refuse(error))
  return app
}

function checkCaller(guard: Guard): MiddlewareHandler {
  return async (c, next) => {
    guard.check(callerOf(c.req.raw))
    await next()
  }
}

function requireToken(guard: Guard): MiddlewareHandler {
  return async (c, next) => {
    if (!OPEN.test(c.req.path) && !guard.isTrusted(callerOf(c.req.raw))) {
      throw new LakeFault(401, 'unauthorized', 'This needs the access token that the site was started with.')
    }
    await next()
  }
}

function limitBody(): MiddlewareHandler {
  return bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => {
      throw new LakeFault(413, 'payloadTooLarge', 'The request is larger than 16 MB. Send it in parts.')
    },
  })
}

function refuse(error: unknown): Response {
  if (error instanceof LakeFault) return Response.json(error, { status: error.status })
  console.error('The content lake failed at a request:', error)
  const fault = new LakeFault(500, 'internalError', 'The local content lake failed; its log says why.')
  return Response.json(fault, { status: fault.status })
}
