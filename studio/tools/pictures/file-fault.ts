import {
  isAnimated,
  MAX_PICTURE_BYTES,
  MAX_VECTOR_BYTES,
  PICTURE_FORMATS,
  PICTURE_TYPES,
  pictureFormat,
  type PictureFormat,
} from '../../../api/contract/pictures.ts'

/** Bytes to read: the beginning of a file tells its format. */
const HEAD_BYTES = 4096

/** The format of a file, whatever its name says, or why it can't be used, in a sentence for editors. */
export async function readFile(file: File): Promise<{ type: string } | { fault: string }> {
  const name = `“${file.name}”`
  const head = await headOf(file)
  if (!head) return { fault: `${name} could not be read. Copy it to this computer, then upload it.` }
  const format = pictureFormat(head)
  if (head.length === 0) return { fault: `${name} is empty. Save it again, then upload it.` }
  if (format === undefined) return { fault: `${name} is not a picture. Upload a ${PICTURE_FORMATS} file.` }
  if (format === 'gif')
    return {
      fault: `${name} is a GIF, which is large and which visitors can’t stop. Upload a ${PICTURE_FORMATS} file.`,
    }
  if (format === 'heic' || format === 'tiff')
    return {
      fault: `${name} is a ${format.toUpperCase()} picture, which few browsers show. Save it as JPEG, then upload that.`,
    }
  if (isAnimated(head))
    return { fault: `${name} is animated, and visitors could not stop it. Upload a still picture.` }
  const fault = weightFault(file, format)
  return fault === undefined ? { type: PICTURE_TYPES[format] } : { fault: `${name} ${fault}` }
}

/** Its first bytes; undefined if they can't be read, as from an unplugged drive or a file changed since. */
async function headOf(file: File): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  } catch {
    return undefined
  }
}

function weightFault({ size }: File, format: PictureFormat): string | undefined {
  if (format === 'svg' && size > MAX_VECTOR_BYTES)
    return `has ${inWords(size)}, and visitors get an SVG as it is: at most ${inWords(MAX_VECTOR_BYTES)}. Simplify it, or save it as PNG.`
  return size > MAX_PICTURE_BYTES
    ? `has ${inWords(size)}: at most ${inWords(MAX_PICTURE_BYTES)} can be uploaded. Save it smaller, 4000 px wide is plenty.`
    : undefined
}

function inWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${Math.ceil(bytes / 1_000_000)} MB`
}
