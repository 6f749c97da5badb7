import { availableParallelism } from 'node:os'
import { Hono, type Context } from 'hono'
import type { AssetKind } from '../assets/asset.ts'
import type { AssetFiles } from '../assets/asset-files.ts'
import { PICTURE_TYPES } from '../assets/decode.ts'
import { createLimiter, type Limiter } from './queues.ts'
import { createPictureCache, type PictureCache } from '../assets/picture-cache.ts'
import { parseTransform, transformPicture } from '../assets/transform.ts'
import { LakeError } from '../errors.ts'
import { byteRange } from './byte-range.ts'

// Types a browser shows without running anything in them; the rest is for saving.
const FILE_TYPES: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  webm: 'video/webm',
}

const OTHER_TYPE = 'application/octet-stream'

/** Pictures made at a time; one processor stays free for everything else, where there are two. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
const WAITING = 12

type AssetContext = Context<object, '/:file'>

/** Serves the bytes of assets. A name holds the hash of its bytes, so an answer is good for ever. */
export function assetRoutes(files: AssetFiles): Hono {
  const routes = new Hono()
  const cache = createPictureCache()
  const limiter = createLimiter(AT_ONCE, WAITING)
  routes.get('/images/local/production/:file', (c) => serveImage(c, { files, cache, limiter }))
  routes.get('/files/local/production/:file', (c) => {
    const type = FILE_TYPES[extensionOf(c.req.param('file'))]
    return serveFile(c, files, 'file', type)
  })
  return routes
}

interface Parts {
  files: AssetFiles
  cache: PictureCache
  limiter: Limiter
}

async function serveImage(c: AssetContext, { files, cache, limiter }: Parts): Promise<Response> {
  const name = c.req.param('file')
  const extension = extensionOf(name)
  // A vector picture scales by itself: only a format asked for by name is worth seconds of drawing pixels.
  const accept = extension === 'svg' ? '' : (c.req.header('accept') ?? '')
  const transform = parseTransform(new URL(c.req.url).searchParams, accept)
  if (transform === undefined || (extension === 'svg' && transform.format === undefined)) {
    const type = Object.hasOwn(PICTURE_TYPES, extension)
      ? PICTURE_TYPES[extension as keyof typeof PICTURE_TYPES]
      : undefined
    return serveFile(c, files, 'image', type)
  }
  const make = () =>
    limiter.run(async () => transformPicture(await readImage(files, name), extension, transform))
  const isThere = files.find('image', name) !== undefined
  const { bytes, type } = await (isThere ? cache.get(JSON.stringify([name, transform]), make) : make())
  return c.body(new Uint8Array(bytes), 200, headersFor(c, type))
}

async function readImage(files: AssetFiles, name: string): Promise<Buffer> {
  const bytes = await files.read('image', name)
  if (bytes === undefined) throw missing('image', name)
  return bytes
}

/** In part where a part is asked for, without which some browsers play no video. */
function serveFile(c: AssetContext, files: AssetFiles, kind: AssetKind, type: string | undefined): Response {
  const name = c.req.param('file')
  const found = files.find(kind, name)
  if (found === undefined) throw missing(kind, name)
  const { size, stream } = found
  const headers = { ...headersFor(c, type), 'accept-ranges': 'bytes' }
  // It would hold of a file that is the same still, and none is named here by which to tell.
  const asked = c.req.header('if-range') === undefined ? c.req.header('range') : undefined
  const range = c.req.method === 'GET' ? byteRange(asked, size) : undefined
  if (range === undefined) return c.body(stream(), 200, { ...headers, 'content-length': String(size) })
  if (range === 'unsatisfiable') return c.body(null, 416, { 'content-range': `bytes */${size}` })
  const { start, end } = range
  return c.body(stream(start, end), 206, {
    ...headers,
    'content-length': String(end - start + 1),
    'content-range': `bytes ${start}-${end}/${size}`,
  })
}

function missing(kind: AssetKind, name: string): LakeError {
  return new LakeError(404, 'notFound', `There is no ${kind} named "${name}".`)
}

/** What no type is known for is only ever saved. */
function headersFor(c: AssetContext, type: string | undefined): Record<string, string> {
  const wanted = c.req.query('dl') ?? (type === undefined ? '' : undefined)
  const fileName = (wanted === '' ? c.req.param('file') : wanted)?.replaceAll(/[^\w. -]/g, '_')
  return {
    'content-type': type ?? OTHER_TYPE,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'same-site',
    'x-content-type-options': 'nosniff',
    vary: 'accept',
    ...(fileName === undefined ? {} : { 'content-disposition': `attachment; filename="${fileName}"` }),
  }
}

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
