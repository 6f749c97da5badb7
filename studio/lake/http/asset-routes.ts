import { Hono, type Context } from 'hono'
import type { AssetKind } from '../assets/asset.ts'
import type { AssetFiles } from '../assets/asset-files.ts'
import { LakeFault } from '../fault.ts'

const TYPES: Record<string, string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
}

/** Serves the bytes of assets. A name holds the hash of its bytes, so an answer is good for ever. */
export function assetRoutes(files: AssetFiles): Hono {
  const routes = new Hono()
  routes.get('/images/local/production/:file', (c) => serve(c, files, 'image'))
  routes.get('/files/local/production/:file', (c) => serve(c, files, 'file'))
  return routes
}

async function serve(c: Context<object, '/:file'>, files: AssetFiles, kind: AssetKind): Promise<Response> {
  const name = c.req.param('file')
  const bytes = await files.read(kind, name)
  if (bytes === undefined) throw new LakeFault(404, 'notFound', `There is no ${kind} named "${name}".`)
  const extension = name.slice(name.lastIndexOf('.') + 1)
  return c.body(new Uint8Array(bytes), 200, {
    'content-type': (kind === 'image' && TYPES[extension]) || 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  })
}
