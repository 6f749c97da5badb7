/** In pixels. */
export interface Size {
  width: number
  height: number
}

export interface Frame extends Size {
  left: number
  top: number
}

/** What an editor said of a picture, in shares of its sides, as Sanity stores it. */
export interface Cut {
  /** How much of each side is left out. */
  crop?: { left?: number; top?: number; right?: number; bottom?: number } | null
  /** The middle of what must stay in sight. */
  hotspot?: { x?: number; y?: number } | null
}

/**
 * The part of a picture that is shown: what its crop leaves, and of that, where the place has an aspect, as much
 * as fits it, with the hotspot as near to the middle as it can be. Always whole pixels within the picture,
 * whatever numbers it is given.
 */
export function frameOf(size: Size, { crop, hotspot }: Cut, aspect?: number): Frame {
  const [left, right] = span(size.width, crop?.left, crop?.right)
  const [top, bottom] = span(size.height, crop?.top, crop?.bottom)
  const kept = { width: right - left, height: bottom - top }
  if (aspect === undefined) return { left, top, ...kept }
  const width = Math.max(1, Math.min(kept.width, Math.round(kept.height * aspect)))
  const height = Math.max(1, Math.min(kept.height, Math.round(kept.width / aspect)))
  return {
    left: around(share(hotspot?.x, 0.5) * size.width, width, left, right),
    top: around(share(hotspot?.y, 0.5) * size.height, height, top, bottom),
    width,
    height,
  }
}

/** First and last pixel of a side that a crop leaves; the whole side where it leaves nothing. */
function span(length: number, before: unknown, after: unknown): [number, number] {
  const start = Math.round(length * share(before, 0))
  const end = Math.round(length * (1 - share(after, 0)))
  return start < end ? [start, end] : [0, length]
}

/** Where a stretch begins that has a point in its middle, or as near to it as its bounds allow. */
function around(middle: number, length: number, start: number, end: number): number {
  return Math.min(Math.max(Math.round(middle - length / 2), start), end - length)
}

/** A share from 0 to 1. Anything else was written past the Studio. */
function share(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : otherwise
}
