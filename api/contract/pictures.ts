/** The formats that editors upload, by the extensions that Sanity gives them, with their media types. */
export const PICTURE_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
} as const

export type PictureFormat = keyof typeof PICTURE_TYPES

/** The same formats for an editor to read. */
export const PICTURE_FORMATS = 'PNG, JPEG, WebP, AVIF or SVG'

/** A larger file takes longer to upload than to save in a smaller size, and its additional detail is never shown. */
export const MAX_PICTURE_BYTES = 32_000_000
/** A vector picture goes to visitors as it is. */
export const MAX_VECTOR_BYTES = 500_000
/** A larger picture would fill the memory of the machine that reads it. */
export const MAX_PICTURE_PIXELS = 50_000_000
/** An AVIF takes several times the memory of other pictures to be read. */
export const MAX_AVIF_PIXELS = 16_000_000
/** In px. */
export const MAX_PICTURE_SIDE = 8192

/** A place for a picture: what is made for it, whatever was uploaded. */
export interface PictureSlot {
  /** Widths in px that browsers choose from, the smallest first: those it is shown at, and twice those. */
  widths: readonly number[]
  /** Width by height, where the page decides: then the hotspot says what is cut off. */
  aspect?: number
  /**
   * The formats that are offered first. A browser that knows none of them gets `fallback`, or else the format that was
   * uploaded.
   */
  formats: readonly ('avif' | 'webp')[]
  fallback?: 'jpg'
  /** The most bytes of one file: its quality is lowered until it fits. */
  maxBytes: number
}

const PHOTO = { formats: ['avif', 'webp'] } as const

/** All places that a picture can be shown in. */
export const PICTURE_SLOTS = {
  /** Beside a name, 14 to 34 px wide. AVIF's head alone weighs more than such a picture. */
  logo: { widths: [34, 68, 102], formats: ['webp'], maxBytes: 20_000 },
  /** What a shared link shows. Not all who fetch it know newer formats. */
  card: { widths: [1200], aspect: 1200 / 630, formats: [], fallback: 'jpg', maxBytes: 250_000 },
  /** Beside text, over half of a page's width. */
  beside: { ...PHOTO, widths: [480, 720, 1080, 1440], maxBytes: 200_000 },
  /** Over the whole width of a page's text. */
  wide: { ...PHOTO, widths: [640, 960, 1280, 1920, 2560], maxBytes: 300_000 },
  /** A person, upright, over a quarter of the width or a phone's whole. */
  portrait: { ...PHOTO, widths: [240, 480, 720], aspect: 4 / 5, maxBytes: 100_000 },
} as const satisfies Record<string, PictureSlot>

export type PictureSlotName = keyof typeof PICTURE_SLOTS

/** The format that the first bytes announce, whatever a name or a header says; undefined if they are no picture. */
export function pictureFormat(bytes: Uint8Array): PictureFormat | 'gif' | 'heic' | 'tiff' | undefined {
  const text = latin1(bytes.subarray(0, 1024))
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('\xff\xd8\xff')) return 'jpg'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (/^ftyp.*avi[fs]/s.test(text.slice(4, 64))) return 'avif'
  if (/^ftyp(?:he[ivx]|mi|ms)/.test(text.slice(4, 12))) return 'heic'
  if (/^(?:II\*\0|MM\0\*)/.test(text)) return 'tiff'
  // A prolog may stand before the root.
  return /^(?:\xef\xbb\xbf)?\s*<(?:\?xml\s|!--|!DOCTYPE\s+(?:[\w-]+:)?svg[\s>]|(?:[\w-]+:)?svg[\s/>])/.test(
    text,
  )
    ? 'svg'
    : undefined
}

/** Whether a picture moves, by what the beginning of its bytes says. */
export function isAnimated(bytes: Uint8Array): boolean {
  const text = latin1(bytes.subarray(0, 1024))
  const format = pictureFormat(bytes)
  if (format === 'webp') return text.slice(12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0
  if (format === 'avif') return text.slice(8, 12) === 'avis'
  // Its frames are announced before the first one.
  if (format === 'png') return (text.split('IDAT', 1)[0] ?? '').includes('acTL')
  return format === 'gif'
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
