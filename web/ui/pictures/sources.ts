import { PICTURES } from '../../../api/contract/addresses.ts'
import { PICTURE_SLOTS, type PictureSlot, type PictureSlotName } from '../../../api/contract/pictures.ts'
import { frameOf, type Cut, type Frame } from './frame.ts'
import { originalOf, variantName, VARIANT_TYPES, type Original, type Variant } from './variant.ts'

/** A picture as queries return it: its address, and how an editor cut it. */
export interface PictureContent extends Cut {
  url: string
}

/** The files in a picture's markup. */
export interface Sources {
  /** One for each format, in the order in which a browser should try them. */
  sets: { type: string; srcSet: string }[]
  /** A file for browsers that know none of those formats, and its size. */
  src: string
  width: number
  height: number
}

/**
 * The files that show a picture in a slot. A vector picture is one file for every size, unless only a part of it is
 * shown. Nothing is ever enlarged.
 * @throws where the address is no picture's
 */
export function sourcesOf(picture: PictureContent, name: PictureSlotName): Sources {
  const slot: PictureSlot = PICTURE_SLOTS[name]
  const original = originalOf(picture.url.slice(picture.url.lastIndexOf('/') + 1))
  if (!original) throw new Error(`${picture.url} is no picture.`)
  const frame = frameOf(original, picture, slot.aspect)
  const isWhole = frame.width === original.width && frame.height === original.height
  if (original.extension === 'svg' && isWhole && !slot.fallback)
    return { sets: [], src: picture.url, width: frame.width, height: frame.height }

  const variantIn = (format: Variant['format'], width: number): Variant => ({
    original,
    slot: name,
    frame,
    width,
    height: Math.min(MAX_SIDE, Math.max(1, Math.round(width / (slot.aspect ?? frame.width / frame.height)))),
    format,
  })
  const widths = widthsIn(slot, original, frame)
  const isOwn = picture.url.startsWith(`/${PICTURES}`)
  // The local lake makes no AVIF, and a draft may be a few bytes larger.
  const formats = isOwn ? slot.formats : slot.formats.filter((format) => format !== 'avif')
  const fallback = variantIn(
    slot.fallback ?? fallbackOf(original),
    widths[Math.floor(widths.length / 2)] ?? 1,
  )
  return {
    sets: formats.map((format) => ({
      type: VARIANT_TYPES[format],
      srcSet: widths
        .map((width) => `${addressOf(variantIn(format, width), picture.url, isOwn)} ${width}w`)
        .join(', '),
    })),
    src: addressOf(fallback, picture.url, isOwn),
    width: fallback.width,
    height: fallback.height,
  }
}

/** Longest side in px: beyond it, not every format can be written, nor every browser show it. */
const MAX_SIDE = 8192

/** The widths of a slot that a picture has pixels for, and the picture's own width where that falls between two. */
function widthsIn({ widths }: PictureSlot, { extension }: Original, frame: Frame): number[] {
  const most = Math.max(1, Math.floor((MAX_SIDE * frame.width) / frame.height))
  // A vector picture can be drawn at any width.
  const own = extension === 'svg' ? most : Math.min(most, frame.width)
  const there = widths.filter((width) => width <= own)
  return there.length < widths.length && there.at(-1) !== own ? [...there, own] : there
}

function fallbackOf({ extension }: Original): Variant['format'] {
  if (extension === 'jpg') return 'jpg'
  // A fallback is for browsers without AVIF; WebP has been everywhere since 2020.
  return extension === 'webp' || extension === 'avif' ? 'webp' : 'png'
}

/**
 * On the site, a file of its own; elsewhere, an address at which the content lake or Sanity's CDN makes it on request.
 */
function addressOf(variant: Variant, url: string, isOwn: boolean): string {
  if (isOwn) return `/${PICTURES}${variantName(variant)}`
  const { frame, width, height, format } = variant
  const rect = [frame.left, frame.top, frame.width, frame.height].join(',')
  return `${url}?rect=${rect}&w=${width}&h=${height}&fit=crop&fm=${format}`
}
