import { availableParallelism } from 'node:os'
import sharp, { type Sharp } from 'sharp'
import { MAX_PICTURE_PIXELS, PICTURE_SLOTS } from '../../../api/contract/pictures.ts'
import type { Frame } from '../../ui/pictures/frame.ts'
import { variantName, type Original, type Variant } from '../../ui/pictures/variant.ts'

/** By the clock, so other programs may use it up. */
const DEADLINE_SECONDS = 20
/** How sharp says that the time was up. */
const LATE = /^timeout: \d+% complete$/mu
/** Leaves one processor to visitors, where there are two. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Resolution at which a vector picture is drawn in its own size. */
const POINTS_PER_INCH = 72
const MAX_DRAWN_SIDE = 8192
/** Up to this width a picture is taken for a drawing: its edges matter, and every format is small. */
const SMALL = 128
/** Background of a picture in a format without transparency. */
const PAPER = '#fff'

// Making pictures must not slow down what else this process does: one thread each, and no cache.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Makes variants of one picture, whose bytes are decoded once for each frame. Of an animation, the first image is used.
 * @param hasTime asked before each but the first: those that it says no to are left out
 * @returns their bytes by name
 * @throws what the decoder says of bytes that are no whole picture, one that is too large, or one that takes too long
 */
export async function encode(
  bytes: Buffer,
  original: Original,
  variants: readonly Variant[],
  hasTime: () => boolean = () => true,
): Promise<Map<string, Buffer>> {
  const made = new Map<string, Buffer>()
  for (const group of Map.groupBy(variants, ({ frame }) => Object.values(frame).join()).values()) {
    const [{ frame } = { frame: undefined }] = group
    if (!frame || (made.size > 0 && !hasTime())) continue
    const pixels = await pixelsOf(bytes, original, frame, group)
    const left = group.values()
    async function work(): Promise<void> {
      for (const variant of left) {
        if (made.size > 0 && !hasTime()) return
        made.set(variantName(variant), await encodeOne(pixels, variant))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }
  return made
}

/** Whether `encode` threw this for lack of time, which says nothing of the picture. */
export function isLate(error: unknown): boolean {
  return error instanceof Error && LATE.test(error.message)
}

/** The pixels that variants of one frame show, as large as the largest of them. */
async function pixelsOf(
  bytes: Buffer,
  original: Original,
  frame: Frame,
  variants: readonly Variant[],
): Promise<() => Sharp> {
  const width = Math.max(...variants.map((variant) => variant.width))
  const height = Math.max(...variants.map((variant) => variant.height))
  const density =
    original.extension === 'svg'
      ? POINTS_PER_INCH *
        Math.min(width / frame.width, MAX_DRAWN_SIDE / Math.max(original.width, original.height))
      : undefined
  const read = (): Sharp =>
    sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, ...(density && { density }) })
      .timeout({ seconds: DEADLINE_SECONDS })
      .autoOrient()
  const { autoOrient: actual } = await read().metadata()
  const { data, info } = await read()
    .extract(scaled(frame, actual.width / original.width, actual.height / original.height, actual))
    .resize({ width, height, fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return () => sharp(data, { raw }).timeout({ seconds: DEADLINE_SECONDS })
}

/** The same part of a picture whose actual size is not the one in its name. */
function scaled(frame: Frame, across: number, down: number, size: { width: number; height: number }): Frame {
  const left = Math.min(Math.floor(frame.left * across), size.width - 1)
  const top = Math.min(Math.floor(frame.top * down), size.height - 1)
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.round(frame.width * across), size.width - left)),
    height: Math.max(1, Math.min(Math.round(frame.height * down), size.height - top)),
  }
}

/** The best quality within the weight of the slot, or else the smallest file. */
async function encodeOne(pixels: () => Sharp, { slot, width, height, format }: Variant): Promise<Buffer> {
  const [first, ...others] = WAYS[format](width <= SMALL)
  const write = (way: Write): Promise<Buffer> =>
    way(pixels().resize({ width, height, fit: 'fill' })).toBuffer()
  let best = await write(first)
  for (const way of others) {
    if (best.length <= PICTURE_SLOTS[slot].maxBytes) break
    const found = await write(way)
    if (found.length < best.length) best = found
  }
  return best
}

type Write = (image: Sharp) => Sharp

/**
 * How each format is written, the best quality first. Of a 6 megapixel photograph, AVIF with less effort takes a
 * sixth of the time that the next step takes, and gives a file of the same size.
 */
const WAYS: Record<Variant['format'], (isSmall: boolean) => [Write, ...Write[]]> = {
  avif: () => [
    (image) => image.avif({ quality: 55, effort: 0 }),
    (image) => image.avif({ quality: 35, effort: 0 }),
  ],
  webp: (isSmall) => [
    (image) => image.webp(isSmall ? { nearLossless: true, effort: 4 } : { quality: 78, effort: 3 }),
    (image) => image.webp({ quality: 50, effort: 3 }),
  ],
  jpg: () => [
    (image) => image.flatten({ background: PAPER }).jpeg({ quality: 80, progressive: true }),
    (image) => image.flatten({ background: PAPER }).jpeg({ quality: 55, progressive: true }),
  ],
  png: () => [
    (image) => image.png({ compressionLevel: 9 }),
    (image) => image.png({ palette: true, colours: 128, effort: 3 }),
  ],
}
