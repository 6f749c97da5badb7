import { Hono, type Context } from 'hono'
import { describeFile, describeImage, type Asset } from '../assets/asset.ts'
import type { AssetFiles } from '../assets/asset-files.ts'
import { sanitiseSvg } from '../assets/svg.ts'
import { LakeFault } from '../fault.ts'
import type { Committer } from '../mutate/commit.ts'
import type { Corpus } from '../store/corpus.ts'
import { replyJson } from './reply.ts'
import { AUTHOR } from './user.ts'

const MAX_IMAGE_BYTES = 32 * 1024 * 1024
const MAX_FILE_BYTES = 128 * 1024 * 1024
const DESCRIPTIONS = ['label', 'title', 'description', 'creditLine']

/** Takes uploads: the bytes are on disk before the document that names them is. */
export function uploadRoutes(corpus: Corpus, files: AssetFiles, committer: Committer): Hono {
  const routes = new Hono()

  routes.post('/assets/images/production', async (c) => {
    const bytes = await readBytes(c, MAX_IMAGE_BYTES)
    const name = c.req.query('filename') ?? ''
    const asset = await describeImage(bytes, name)
    if (asset.fields['extension'] !== 'svg') return keep(c, asset)
    const safe = await sanitiseSvg(bytes)
    return keep(c, safe === bytes ? asset : await describeImage(safe, name))
  })

  routes.post('/assets/files/production', async (c) => {
    const bytes = await readBytes(c, MAX_FILE_BYTES)
    const type = c.req.header('content-type') ?? 'application/octet-stream'
    return keep(c, describeFile(bytes, c.req.query('filename') ?? '', type))
  })

  function keep(c: Context, asset: Asset): Response {
    files.write(asset)
    const { originalFilename, ...fields } = asset.fields
    const body = {
      ...fields,
      ...(originalFilename === '' ? {} : { originalFilename }),
      ...Object.fromEntries(
        DESCRIPTIONS.flatMap((name) => (c.req.query(name) ? [[name, c.req.query(name)]] : [])),
      ),
    }
    committer.commit({ kind: 'mutate', author: AUTHOR }, (stage) => {
      stage.apply({ name: 'createIfNotExists', id: asset.id, body })
    })
    return replyJson(c, { document: corpus.get(asset.id) })
  }

  return routes
}

/** @throws LakeFault 413 as soon as more than `limit` bytes have come. */
async function readBytes(c: Context, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.length
    if (size > limit) {
      const most = Math.round(limit / 1024 / 1024)
      throw new LakeFault(
        413,
        'payloadTooLarge',
        `The file is larger than ${most} MB, the most that can be uploaded.`,
      )
    }
    chunks.push(chunk)
  }
  if (size === 0) throw new LakeFault(400, 'invalidBody', 'The upload is empty.')
  return Buffer.concat(chunks)
}
