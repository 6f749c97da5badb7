import { Hono, type Context } from 'hono'
import type { AssetKind } from '../assets/asset.ts'
import type { AssetFiles } from '../assets/asset-files.ts'
import { createPictureCache, type PictureCache } from '../assets/picture-cache.ts'
import { parseTransform, transformPicture } from '../assets/transform.ts'
import { LakeFault } from '../fault.ts'

const IMAGE_TYPES: Record<string, string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  heif: 'image/heif',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  tiff: 'image/tiff',
  webp: 'image/webp',
}

// Types a browser shows without running anything in them; the rest is for saving.
const FILE_TYPES: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  webm: 'video/webm',
}

type AssetContext = Context<object, '/:file'>

/** Serves the bytes of assets. A name holds the hash of its bytes, so an answer is good for ever. */
export function assetRoutes(files: AssetFiles): Hono {
  const routes = new Hono()
  const cache = createPictureCache()
  routes.get('/images/local/production/:file', (c) => serveImage(c, files, cache))
  routes.get('/files/local/production/:file', async (c) => {
    const name = c.req.param('file')
    const type = FILE_TYPES[extensionOf(name)] ?? 'application/octet-stream'
    return reply(c, await read(files, 'file', name), type)
  })
  return routes
}

async function serveImage(c: AssetContext, files: AssetFiles, cache: PictureCache): Promise<Response> {
  const name = c.req.param('file')
  const extension = extensionOf(name)
  const original = await read(files, 'image', name)
  const transform = parseTransform(new URL(c.req.url).searchParams, c.req.header('accept') ?? '')
  // A vector picture scales by itself: only a format it is not in asks for pixels.
  if (transform === undefined || (extension === 'svg' && transform.format === undefined)) {
    return reply(c, original, IMAGE_TYPES[extension] ?? 'application/octet-stream')
  }
  const key = JSON.stringify([name, transform])
  const { bytes, type } = await cache.get(key, () => transformPicture(original, extension, transform))
  return reply(c, bytes, type)
}

async function read(files: AssetFiles, kind: AssetKind, name: string): Promise<Buffer> {
  const bytes = await files.read(kind, name)
  if (bytes === undefined) throw new LakeFault(404, 'notFound', `There is no ${kind} named "${name}".`)
  return bytes
}

function reply(c: AssetContext, bytes: Buffer, type: string): Response {
  const wanted = c.req.query('dl')
  const fileName = (wanted === '' ? c.req.param('file') : wanted)?.replaceAll(/[^\w. -]/g, '_')
  return c.body(new Uint8Array(bytes), 200, {
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'same-site',
    'x-content-type-options': 'nosniff',
    vary: 'accept',
    ...(fileName === undefined ? {} : { 'content-disposition': `attachment; filename="${fileName}"` }),
  })
}

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
