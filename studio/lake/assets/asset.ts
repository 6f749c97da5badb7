import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { LakeFault } from '../fault.ts'
import type { Fields } from '../document.ts'

export type AssetKind = 'image' | 'file'

/** What an asset is, told from its bytes alone; the same bytes always make the same asset. */
export type Asset = {
  kind: AssetKind
  id: string
  fileName: string
  bytes: Buffer
  fields: Fields
}

/** Stands in stored documents for the origin that a reader reaches the lake at, which changes with the port. */
export const ASSET_ORIGIN = 'http://lake.invalid'

// What the decoder calls a format, and the extension Sanity gives it.
const EXTENSIONS: Record<string, string> = {
  gif: 'gif',
  heif: 'heif',
  jpeg: 'jpg',
  png: 'png',
  svg: 'svg',
  tiff: 'tiff',
  webp: 'webp',
}
const MAX_PIXELS = 100_000_000
const LQIP_WIDTH = 20

/**
 * An asset's address belongs to whom it is shown to: a document that was read and is written again gets the stored
 * form back. Other documents stay as they are.
 */
export function withStoredUrl(fields: Fields): Fields {
  const { _type: type, path } = fields
  const isAsset = type === 'sanity.imageAsset' || type === 'sanity.fileAsset'
  return isAsset && typeof path === 'string' ? { ...fields, url: `${ASSET_ORIGIN}/${path}` } : fields
}

function assetPath(kind: AssetKind, fileName: string): string {
  return `${kind}s/local/production/${fileName}`
}

/**
 * Describes image bytes as Sanity does: id, file name and metadata.
 * @throws LakeFault 400 when the bytes are no image.
 */
export async function describeImage(bytes: Buffer, originalFilename: string): Promise<Asset> {
  const { extension, metadata, width, height } = await readImage(bytes)
  const hash = sha1(bytes)
  const name = `${hash}-${width}x${height}`
  return describe('image', bytes, {
    id: `image-${name}-${extension}`,
    fileName: `${name}.${extension}`,
    fields: {
      _type: 'sanity.imageAsset',
      assetId: hash,
      extension,
      metadata,
      mimeType: extension === 'svg' ? 'image/svg+xml' : `image/${extension === 'jpg' ? 'jpeg' : extension}`,
      originalFilename,
      sha1hash: hash,
    },
  })
}

/** Describes bytes that are not to be an image. */
export function describeFile(bytes: Buffer, originalFilename: string, mimeType: string): Asset {
  const hash = sha1(bytes)
  const extension = /\.([a-z0-9]{1,12})$/i.exec(originalFilename)?.[1]?.toLowerCase() ?? 'bin'
  return describe('file', bytes, {
    id: `file-${hash}-${extension}`,
    fileName: `${hash}.${extension}`,
    fields: {
      _type: 'sanity.fileAsset',
      assetId: hash,
      extension,
      mimeType,
      originalFilename,
      sha1hash: hash,
    },
  })
}

function describe(kind: AssetKind, bytes: Buffer, named: Pick<Asset, 'id' | 'fileName' | 'fields'>): Asset {
  const path = assetPath(kind, named.fileName)
  const fields = { ...named.fields, _id: named.id, path, size: bytes.length, url: `${ASSET_ORIGIN}/${path}` }
  return { kind, bytes, ...named, fields }
}

async function readImage(bytes: Buffer) {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS })
    const { format, compression, hasAlpha, autoOrient } = await image.metadata()
    const { width, height } = autoOrient
    const extension = compression === 'av1' ? 'avif' : EXTENSIONS[format]
    if (extension === undefined) throw new Error(`${format} is no format for the web`)
    const preview = await image.autoOrient().resize(LQIP_WIDTH).png().toBuffer()
    return {
      extension,
      width,
      height,
      metadata: {
        _type: 'sanity.imageMetadata',
        dimensions: { _type: 'sanity.imageDimensions', aspectRatio: width / height, height, width },
        hasAlpha,
        isOpaque: !hasAlpha,
        lqip: `data:image/png;base64,${preview.toString('base64')}`,
      },
    }
  } catch {
    throw new LakeFault(
      400,
      'invalidImage',
      'The uploaded bytes are no image that can be read. Upload a PNG, JPEG, WebP, GIF, AVIF or SVG file.',
    )
  }
}

function sha1(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('hex')
}
