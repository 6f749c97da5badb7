import { Hono, type Context } from 'hono'
import type { AssetFiles } from '../assets/asset-files.ts'
import type { AssetKind } from '../assets/asset.ts'
import { PICTURE_TYPES } from '../assets/decode.ts'
import { createPictureCache, type PictureCache } from '../assets/picture-cache.ts'
import { parseTransform, transformPicture, type Picture } from '../assets/transform.ts'
import { LakeError } from '../errors.ts'
import { byteRange } from './byte-range.ts'
import { callerIn } from './caller.ts'
import type { Guard } from './guard.ts'
import { createPictureQueue, type PictureQueue } from './picture-queue.ts'
import { answerReaderOf, type AnswerReader, type UnreadAnswers } from './unread-answers.ts'

// Types that a browser shows without running anything in them; all others are downloads.
const FILE_TYPES: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  webm: 'video/webm',
}

const OTHER_TYPE = 'application/octet-stream'

type AssetContext = Context<object, '/:file'>

/** Serves the bytes of assets. A name holds the hash of its bytes, so an answer is good for ever. */
export function assetRoutes(files: AssetFiles, guard: Guard, answers: UnreadAnswers): Hono {
  const routes = new Hono()
  const shared = { files, cache: createPictureCache(), queue: createPictureQueue(), answers }
  const partsOf = (c: AssetContext): Parts => ({ ...shared, reader: readerOf(c, guard) })
  routes.get('/images/local/production/:file', (c) => serveImage(c, partsOf(c)))
  routes.get('/files/local/production/:file', (c) => {
    const type = FILE_TYPES[extensionOf(c.req.param('file'))]
    return serveFile(c, partsOf(c), 'file', type)
  })
  return routes
}

interface Parts {
  files: AssetFiles
  cache: PictureCache
  queue: PictureQueue
  answers: UnreadAnswers
  reader: AnswerReader
}

async function serveImage(c: AssetContext, parts: Parts): Promise<Response> {
  const { files, cache, queue, answers, reader } = parts
  const name = c.req.param('file')
  const extension = extensionOf(name)
  // An SVG scales by itself. It is rasterised, which takes seconds, only for a format asked for by name.
  const accept = extension === 'svg' ? '' : (c.req.header('accept') ?? '')
  const transform = parseTransform(new URL(c.req.url).searchParams, accept)
  if (transform === undefined || (extension === 'svg' && transform.format === undefined)) {
    const type = Object.hasOwn(PICTURE_TYPES, extension)
      ? PICTURE_TYPES[extension as keyof typeof PICTURE_TYPES]
      : undefined
    return serveFile(c, parts, 'image', type)
  }
  if (files.find('image', name) === undefined) throw missing('image', name)
  const key = JSON.stringify([name, transform])
  const make = async (): Promise<Picture> => {
    const picture = await transformPicture(await readImage(files, name), extension, transform)
    cache.keep(key, picture)
    return picture
  }
  const { signal } = c.req.raw
  const { bytes, type } = cache.get(key) ?? (await queue.make({ key, reader, signal, make }))
  const headers = { ...headersFor(c, type), 'content-length': String(bytes.length) }
  return c.newResponse(isHead(c) ? null : answers.hold(reader, bytes), 200, headers)
}

/** @throws LakeError 401 or 429 for a token that is wrong, as anywhere else */
function readerOf(c: AssetContext, guard: Guard): AnswerReader {
  guard.admit(callerIn(c), { isOpen: true })
  return answerReaderOf(c, guard)
}

/** No body for a HEAD request: nobody would read it, so it would count as unread for ever. */
function isHead(c: AssetContext): boolean {
  return c.req.method === 'HEAD'
}

async function readImage(files: AssetFiles, name: string): Promise<Buffer> {
  const bytes = await files.read('image', name)
  if (bytes === undefined) throw missing('image', name)
  return bytes
}

/** Serves byte ranges, without which some browsers play no video. */
function serveFile(c: AssetContext, parts: Parts, kind: AssetKind, type: string | undefined): Response {
  const { files, answers, reader } = parts
  const name = c.req.param('file')
  const found = files.find(kind, name)
  if (found === undefined) throw missing(kind, name)
  const { size, stream } = found
  const headers = { ...headersFor(c, type), 'accept-ranges': 'bytes' }
  // `If-Range` names a validator, and no answer from here carries one, so the whole file is sent.
  const asked = c.req.header('if-range') === undefined ? c.req.header('range') : undefined
  const range = c.req.method === 'GET' ? byteRange(asked, size) : undefined
  if (range === undefined)
    return c.newResponse(isHead(c) ? null : answers.count(reader, stream()), 200, {
      ...headers,
      'content-length': String(size),
    })
  if (range === 'unsatisfiable') return c.body(null, 416, { 'content-range': `bytes */${size}` })
  const { start, end } = range
  return c.newResponse(answers.count(reader, stream(start, end)), 206, {
    ...headers,
    'content-length': String(end - start + 1),
    'content-range': `bytes ${start}-${end}/${size}`,
  })
}

function missing(kind: AssetKind, name: string): LakeError {
  return new LakeError(404, 'notFound', `There is no ${kind} named "${name}".`)
}

/** A file of unknown type is always a download. */
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
