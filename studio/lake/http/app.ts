import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AssetFiles } from '../assets/asset-files.ts'
import { LakeFault } from '../fault.ts'
import type { Store } from '../store/store.ts'
import { assetRoutes } from './asset-routes.ts'
import { queryRoutes } from './query-routes.ts'

/** Everything the lake answers over HTTP, at the paths of Sanity's own API. */
export function createApp(store: Store, files: AssetFiles): Hono {
  const app = new Hono()
  app.route('/:version{v(?:1|X|\\d{4}-\\d{2}-\\d{2})}', queryRoutes(store.corpus))
  app.route('/', assetRoutes(files))
  app.notFound((c) =>
    refuse(new LakeFault(404, 'notFound', `The local content lake has no ${c.req.method} ${c.req.path}.`)),
  )
  app.onError((error) => refuse(error))
  return app
}

function refuse(error: unknown): Response {
  if (error instanceof LakeFault)
    return Response.json(error, { status: error.status satisfies ContentfulStatusCode })
  console.error('The content lake failed at a request:', error)
  return Response.json(
    new LakeFault(500, 'internalError', 'The local content lake failed; its log says why.'),
    {
      status: 500,
    },
  )
}
