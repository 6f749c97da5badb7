import type { Picture } from './transform.ts'

const MAX_BYTES = 64 * 1024 * 1024

/** Keeps the pictures made last, up to 64 MB, and makes each only once however many ask at a time. */
export interface PictureCache {
  get: (key: string, make: () => Promise<Picture>) => Promise<Picture>
}

export function createPictureCache(): PictureCache {
  const pictures = new Map<string, { picture: Promise<Picture>; size: number }>()
  let total = 0

  function drop(key: string): void {
    total -= pictures.get(key)?.size ?? 0
    pictures.delete(key)
  }

  async function fill(key: string, picture: Promise<Picture>): Promise<void> {
    try {
      const { bytes } = await picture
      pictures.set(key, { picture, size: bytes.length })
      total += bytes.length
      for (const oldest of pictures.keys()) {
        if (total <= MAX_BYTES) return
        drop(oldest)
      }
    } catch {
      drop(key)
    }
  }

  return {
    get: (key, make) => {
      const known = pictures.get(key)
      if (known !== undefined) {
        pictures.delete(key)
        pictures.set(key, known)
        return known.picture
      }
      const picture = make()
      pictures.set(key, { picture, size: 0 })
      void fill(key, picture)
      return picture
    },
  }
}
