import sharp, { type Sharp } from 'sharp'

/** Most pixels a side of a picture, and in the whole of it. */
export const MAX_SIDE = 8192
export const MAX_PIXELS = 50_000_000
/** All frames of an animation together. */
export const MAX_FRAME_PIXELS = 200_000_000
const DEADLINE_SECONDS = 10

// Pictures are not what this process is for: one thread each, and nothing kept once one is made.
sharp.concurrency(1)
sharp.cache(false)

/** A picture to read, within bounds of size and time: every picture that is decoded comes from here. */
export function decode(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS }).timeout({ seconds: DEADLINE_SECONDS })
}
