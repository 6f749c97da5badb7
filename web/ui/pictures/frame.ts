/** In pixels. */
export interface Size {
  width: number
  height: number
}

export interface Frame extends Size {
  left: number
  top: number
}

/** How an editor cut a picture, as fractions of its sides, as Sanity stores it. */
export interface Cut {
  /** How much of each side is cut off. */
  crop?: { left?: number; top?: number; right?: number; bottom?: number } | null
  /** The centre of what has to stay visible. */
  hotspot?: { x?: number; y?: number } | null
}

/**
 * The part of a picture that is shown: what its crop leaves, and of that, where an aspect is given, as much as fits,
 * with the hotspot as near to the centre as possible. Always whole pixels within the picture, whatever numbers it is
 * given.
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

/**
 * First pixel of a side that a crop leaves, and the end behind the last; the whole side where it would leave nothing.
 */
function span(length: number, before: unknown, after: unknown): [number, number] {
  const start = Math.round(length * share(before, 0))
  const end = Math.round(length * (1 - share(after, 0)))
  return start < end ? [start, end] : [0, length]
}

/** Start of a stretch with `middle` in its middle, or as near to it as the bounds allow. */
function around(middle: number, length: number, start: number, end: number): number {
  return Math.min(Math.max(Math.round(middle - length / 2), start), end - length)
}

/** A fraction from 0 to 1. Anything else was written past the Studio. */
function share(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : otherwise
}
