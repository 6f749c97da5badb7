import { inflateSync } from 'node:zlib'

const SIGNATURE_BYTES = 8
/** Length, name and checksum of a chunk. */
const FRAME_BYTES = 12

/**
 * Whether the compressed texts and the colour profile of a PNG hold more than `most` bytes, or can't be read. Whoever
 * opens it inflates them all before the first pixel is read: 7 kB may hold 7 MB, which take 28 MB of memory and a sixth
 * of a second.
 */
export function hidesMetadata(png: Buffer, most: number): boolean {
  let left = most
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= png.length;) {
    const length = png.readUInt32BE(at)
    const start = at + 8
    const text = compressedText(png.toString('latin1', at + 4, start), png.subarray(start, start + length))
    try {
      if (text) left -= inflateSync(text, { maxOutputLength: left }).length
    } catch {
      return true
    }
    at += FRAME_BYTES + length
  }
  return false
}

/** The compressed part of a chunk, if it has one. */
function compressedText(name: string, chunk: Buffer): Buffer | undefined {
  const afterKeyword = chunk.indexOf(0) + 1
  if (name === 'zTXt' || name === 'iCCP') return chunk.subarray(afterKeyword + 1)
  if (name !== 'iTXt' || chunk[afterKeyword] !== 1) return undefined
  const afterLanguage = chunk.indexOf(0, afterKeyword + 2) + 1
  return chunk.subarray(chunk.indexOf(0, afterLanguage) + 1)
}
