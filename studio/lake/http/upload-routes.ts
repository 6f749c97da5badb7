import { Hono, type Context } from 'hono'
import { storageError, type AssetFiles } from '../assets/asset-files.ts'
import { describeFile, describeImage, type Asset } from '../assets/asset.ts'
import type { Committer } from '../mutate/commit.ts'
import type { Corpus } from '../store/corpus.ts'
import { callerIn } from './caller.ts'
import type { Guard } from './guard.ts'
import { replyJson } from './json.ts'
import { createLimiter } from './queues.ts'
import { uploadBody } from './upload-body.ts'

const MAX_IMAGE_BYTES = 32_000_000
const MAX_FILE_BYTES = 128_000_000
const DESCRIPTIONS = ['label', 'title', 'description', 'creditLine']
/** Bounds uploads, as a picture is in memory while it is read. Waiting bodies stay with their senders. */
const AT_ONCE = 3
const WAITING = 50

/** Takes uploads: the bytes are on disk before the document that names them is. */
export function uploadRoutes(corpus: Corpus, files: AssetFiles, committer: Committer, guard: Guard): Hono {
  const routes = new Hono()
  const limiter = createLimiter(AT_ONCE, WAITING)

  routes.post('/assets/images/production', (c) =>
    limiter.run(async () => {
      const chunks: Uint8Array[] = []
      for await (const chunk of uploadBody(c.req.raw.body, MAX_IMAGE_BYTES)) chunks.push(chunk)
      const asset = await describeImage(Buffer.concat(chunks), c.req.query('filename') ?? '')
      return describe(c, asset, files.write(asset))
    }),
  )

  routes.post('/assets/files/production', (c) =>
    limiter.run(async () => {
      const type = c.req.header('content-type') ?? ''
      const received = await files.receive(uploadBody(c.req.raw.body, MAX_FILE_BYTES))
      const asset = describeFile(received, c.req.query('filename') ?? '', type)
      return describe(c, asset, received.keep(asset.kind, asset.fileName))
    }),
  )

  /** Writes an asset's document; if that fails, removes its bytes, if they are new. */
  function describe(c: Context, asset: Omit<Asset, 'bytes'>, isNew: boolean): Response {
    const { originalFilename, ...fields } = asset.fields
    const body = {
      ...fields,
      ...(originalFilename === '' ? {} : { originalFilename }),
      ...Object.fromEntries(
        DESCRIPTIONS.flatMap((name) => (c.req.query(name) ? [[name, c.req.query(name)]] : [])),
      ),
    }
    try {
      committer.commit({ kind: 'mutate', user: guard.writerOf(callerIn(c)) }, (stage) => {
        stage.apply({ name: 'createIfNotExists', id: asset.id, body })
      })
    } catch (error) {
      if (isNew) files.remove(asset.kind, asset.fileName)
      throw storageError(error)
    }
    return replyJson(c, { document: corpus.get(asset.id) })
  }

  return routes
}
