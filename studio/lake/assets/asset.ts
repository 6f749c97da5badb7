import { createHash } from 'node:crypto'
import type { Fields } from '../document.ts'
import { LakeError } from '../errors.ts'
import {
  MAX_AVIF_PIXELS,
  MAX_FRAME_PIXELS,
  MAX_FRAMES,
  MAX_PIXELS,
  MAX_SIDE,
  MAX_METADATA_BYTES,
  PICTURE_TYPES,
  decode,
  formatOf,
  lateness,
  readHeader,
  type PictureFormat,
} from './decode.ts'
import { hidesMetadata } from './png-metadata.ts'
import { cleanSvg } from './svg.ts'

export type AssetKind = 'image' | 'file'

/** What an asset is, derived from its bytes alone: the same bytes always make the same asset. */
export interface Asset {
  kind: AssetKind
  id: string
  fileName: string
  bytes: Buffer
  fields: Fields
}

/** Placeholder in stored documents for the lake's origin, which depends on how a reader reaches it. */
export const ASSET_ORIGIN = 'http://lake.invalid'

const HASHED = /^(image|file)-([0-9a-f]{40}(?:-\d{1,5}x\d{1,5})?)-([a-z0-9]{1,12})$/
const MAX_NAME = 255
const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/
const FORMATS = 'a PNG, JPEG, WebP, GIF, AVIF or SVG file'
const LQIP_WIDTH = 20

/**
 * Restores the stored form of an asset's address in a document that was read, with an address for its reader, and is
 * written back. Other documents stay as they are.
 */
export function withStoredUrl(fields: Fields): Fields {
  const { _type: type, path } = fields
  const isAsset = type === 'sanity.imageAsset' || type === 'sanity.fileAsset'
  return isAsset && typeof path === 'string' ? { ...fields, url: `${ASSET_ORIGIN}/${path}` } : fields
}

function assetPath(kind: AssetKind, fileName: string): string {
  return `${kind}s/local/production/${fileName}`
}

/** The name of the file that a document describes: by its id where that is an asset's, else by its path. */
export function fileNameOf({ _id, path }: Fields): string | undefined {
  const [, , name, extension] = HASHED.exec(String(_id)) ?? []
  if (name !== undefined) return `${name}.${extension}`
  return typeof path === 'string' ? path.slice(path.lastIndexOf('/') + 1) : undefined
}

/**
 * Describes image bytes as Sanity does: id, file name and metadata. An SVG is cleaned first, and the clean bytes are
 * the asset's.
 * @throws LakeError 400 when the bytes are no image that browsers show, or one out of proportion; 503 when reading it
 * takes too long.
 */
export async function describeImage(given: Buffer, originalFilename: string): Promise<Asset> {
  const extension = formatOf(given)
  if (extension === undefined) throw unreadable('no image that can be read')
  if (extension === 'heic' || extension === 'tiff')
    throw unreadable(`a ${extension.toUpperCase()} picture, which few browsers show`)
  const bytes = extension === 'svg' ? cleanSvg(given) : given
  const { metadata, width, height } = await readImage(bytes, extension)
  const hash = sha1(bytes)
  const name = `${hash}-${width}x${height}`
  const described = describe('image', bytes.length, {
    id: `image-${name}-${extension}`,
    fileName: `${name}.${extension}`,
    fields: {
      _type: 'sanity.imageAsset',
      assetId: hash,
      extension,
      metadata,
      mimeType: PICTURE_TYPES[extension],
      originalFilename: plainName(originalFilename),
      sha1hash: hash,
    },
  })
  return { ...described, bytes }
}

/** Describes an upload that is not an image, from its hash and size. */
export function describeFile(
  { sha1: hash, size }: { sha1: string; size: number },
  originalFilename: string,
  mimeType: string,
): Omit<Asset, 'bytes'> {
  const extension = /\.([a-z0-9]{1,12})$/i.exec(originalFilename)?.[1]?.toLowerCase() ?? 'bin'
  return describe('file', size, {
    id: `file-${hash}-${extension}`,
    fileName: `${hash}.${extension}`,
    fields: {
      _type: 'sanity.fileAsset',
      assetId: hash,
      extension,
      mimeType: MEDIA_TYPE.test(mimeType) ? mimeType : 'application/octet-stream',
      originalFilename: plainName(originalFilename),
      sha1hash: hash,
    },
  })
}

type Named = Pick<Asset, 'id' | 'fileName' | 'fields'>

function describe(kind: AssetKind, size: number, named: Named): Omit<Asset, 'bytes'> {
  const path = assetPath(kind, named.fileName)
  return {
    kind,
    ...named,
    fields: { ...named.fields, _id: named.id, path, size, url: `${ASSET_ORIGIN}/${path}` },
  }
}

/** Formats that sharp names differently. */
const DECODER_NAMES: Partial<Record<PictureFormat, string>> = { jpg: 'jpeg', avif: 'heif' }

async function readImage(bytes: Buffer, extension: PictureFormat) {
  // Before anything reads its header, which would inflate them.
  if (extension === 'png') checkMetadata(bytes)
  const found = await readHeader(bytes).catch(() => undefined)
  if (found === undefined) throw unreadable('no image that can be read')
  if (found.format !== (DECODER_NAMES[extension] ?? extension))
    throw unreadable(`no image that can be read as ${extension.toUpperCase()}`)
  const { width, height } = found.autoOrient
  checkSize(width, height, found.pages ?? 1)
  if (extension === 'avif') checkAvifSize(width, height)
  const { hasAlpha } = found
  try {
    const picture = await decode(bytes)
    const preview = await picture.autoOrient().resize(LQIP_WIDTH).png().toBuffer()
    return {
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
  } catch (error) {
    throw lateness(error) ?? unreadable('damaged or cut short', 'Save it again, then upload it')
  }
}

/** @throws LakeError 400 naming the limit. */
function checkSize(width: number, height: number, frames: number): void {
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS)
    throw new LakeError(
      400,
      'invalidImage',
      `The picture has ${width} × ${height} pixels. Make it smaller: at most ${MAX_SIDE} a side and 50 megapixels.`,
    )
  if (frames > MAX_FRAMES || width * height * frames > MAX_FRAME_PIXELS)
    throw new LakeError(
      400,
      'invalidImage',
      `The animation has ${frames} frames of ${width} × ${height} pixels. Make it shorter or smaller: at most ${MAX_FRAMES} frames, and 200 megapixels in all.`,
    )
}

/** @throws LakeError 400 naming the limit. */
function checkAvifSize(width: number, height: number): void {
  if (width * height <= MAX_AVIF_PIXELS) return
  throw new LakeError(
    400,
    'invalidImage',
    `The picture has ${width} × ${height} pixels, and AVIF takes more memory to read than other formats: at most ${MAX_AVIF_PIXELS / 1_000_000} megapixels. Make it smaller, or save it as JPEG or WebP.`,
  )
}

/** @throws LakeError 400 naming the limit. */
function checkMetadata(png: Buffer): void {
  if (!hidesMetadata(png, MAX_METADATA_BYTES)) return
  throw new LakeError(
    400,
    'invalidImage',
    `The picture hides compressed texts or a colour profile of more than ${MAX_METADATA_BYTES / 1_000_000} MB, or damaged ones. Save it again without metadata.`,
  )
}

function unreadable(what: string, advice = `Upload ${FORMATS}`): LakeError {
  return new LakeError(400, 'invalidImage', `The uploaded file is ${what}. ${advice}.`)
}

/** A name fit to be shown: one line, of bounded length. */
function plainName(name: string): string {
  return name.replaceAll(/\p{Cc}/gu, ' ').slice(0, MAX_NAME)
}

function sha1(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('hex')
}
