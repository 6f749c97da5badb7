import type { Picture } from './transform.ts'

const MAX_BYTES = 64 * 1024 * 1024
/**
 * What one takes besides its bytes, measured: anybody may ask for a hundred thousand of a pixel each, and those would
 * take fifty times as much memory as they have bytes.
 */
const OF_EACH = 8 * 1024

/** Keeps the most recently used pictures, up to 64 MB. */
export interface PictureCache {
  get: (key: string) => Picture | undefined
  keep: (key: string, picture: Picture) => void
}

export function createPictureCache(): PictureCache {
  // In order of last use: the first are the ones to drop.
  const pictures = new Map<string, Picture>()
  let total = 0

  return {
    get: (key) => {
      const known = pictures.get(key)
      if (known === undefined) return undefined
      pictures.delete(key)
      pictures.set(key, known)
      return known
    },
    keep: (key, picture) => {
      pictures.set(key, picture)
      total += weightOf(picture)
      for (const [oldest, kept] of pictures) {
        if (total <= MAX_BYTES) return
        pictures.delete(oldest)
        total -= weightOf(kept)
      }
    },
  }
}

function weightOf({ bytes }: Picture): number {
  return bytes.length + OF_EACH
}
