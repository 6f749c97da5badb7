import type { Metadata, Sharp } from 'sharp'
import { LakeError, messageOf } from '../errors.ts'

/** Most pixels on a side of a picture, and in the whole picture. */
export const MAX_SIDE = 8192
export const MAX_PIXELS = 50_000_000
/** In the whole picture where it is AVIF: its decoder takes 18 bytes for each pixel, several times what others take. */
export const MAX_AVIF_PIXELS = 16_000_000
/** All frames of an animation together. */
export const MAX_FRAME_PIXELS = 200_000_000
/** Of a pixel each, two million fit into an upload, and each reader's copy takes seconds to go through them all. */
export const MAX_FRAMES = 2000
/** Of a PNG's colour profile and compressed texts together, in which some programs put what cameras note. */
export const MAX_METADATA_BYTES = 4_000_000
/** By the clock, of which other programs may take most: the slowest picture within these bounds is 3 s of work. */
const DEADLINE_SECONDS = 40
const RETRY_S = 10
/** How sharp says that the time was up. */
const LATE = /^timeout: \d+% complete$/mu

/** Loaded with the first picture: it takes 60 ms and 14 MB, and most starts never need it. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // One thread for each picture and no cache: pictures are a side job of this process.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** Opens a picture within bounds of size and time. Every picture is decoded through this. */
export async function decode(bytes: Buffer): Promise<Sharp> {
  const sharp = await loadSharp()
  return sharp(bytes, { limitInputPixels: MAX_PIXELS }).timeout({ seconds: DEADLINE_SECONDS })
}

/** What to say of a picture that was not read in time, which says nothing of the picture; undefined of other errors. */
export function lateness(error: unknown): LakeError | undefined {
  if (!LATE.test(messageOf(error))) return undefined
  const description = 'The picture took too long to read, as the server is busy. Try again in a moment.'
  return new LakeError(503, 'busy', description, { retryAfter: RETRY_S })
}

/**
 * Reads a picture's header and decodes nothing, so it works for pictures beyond the bounds, too.
 * @throws Error of sharp's where there is no header to read
 */
export async function readHeader(bytes: Buffer): Promise<Metadata> {
  const sharp = await loadSharp()
  return sharp(bytes, { limitInputPixels: false }).metadata()
}

/** The formats that browsers show, by the extensions Sanity gives them, with their media types. */
export const PICTURE_TYPES = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
} as const

export type PictureFormat = keyof typeof PICTURE_TYPES

/** The format by the first bytes, whatever a file name or header claims. */
export function formatOf(bytes: Buffer): PictureFormat | 'heic' | 'tiff' | undefined {
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to)
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 3) === '\xff\xd8\xff') return 'jpg'
  if (/^GIF8[79]a/.test(text(0, 6))) return 'gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (/^ftyp.*avi[fs]/s.test(text(4, 64))) return 'avif'
  if (/^ftyp(?:he[ivx]|mi|ms)/.test(text(4, 12))) return 'heic'
  if (/^(?:II\*\0|MM\0\*)/.test(text(0, 4))) return 'tiff'
  // In any encoding: others than UTF-8 are refused later, in a sentence that says so.
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*<[^]*s\0?v\0?g/i.test(text(0, 4096)) ? 'svg' : undefined
}
