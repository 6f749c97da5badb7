import { PICTURES } from '../../../api/contract/addresses.ts'
import { PICTURE_SLOTS, type PictureSlot, type PictureSlotName } from '../../../api/contract/pictures.ts'
import { frameOf, type Cut, type Frame } from './frame.ts'
import { originalOf, variantName, VARIANT_TYPES, type Original, type Variant } from './variant.ts'

/** A picture as queries answer it: where its file is, and what an editor cut off. */
export interface PictureContent extends Cut {
  url: string
}

/** What a picture's markup says of its files. */
export interface Sources {
  /** One for each format, in the order in which a browser shall try them. */
  sets: { type: string; srcSet: string }[]
  /** For browsers that know none of those formats, with its size. */
  src: string
  width: number
  height: number
}

/**
 * The files that show a picture in a slot. A vector picture is one for every size, unless only a part of it is
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
  // The local lake makes no AVIF, and whoever looks at a draft can wait for a few bytes more.
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

/** In px, of either side: what is higher, not every format takes, nor do all browsers show it. */
const MAX_SIDE = 8192

/** Those of a slot's widths that a picture has, and its own where it falls between two of them. */
function widthsIn({ widths }: PictureSlot, { extension }: Original, frame: Frame): number[] {
  const most = Math.max(1, Math.floor((MAX_SIDE * frame.width) / frame.height))
  // A vector picture has as many pixels as it is asked for.
  const own = extension === 'svg' ? most : Math.min(most, frame.width)
  const there = widths.filter((width) => width <= own)
  return there.length < widths.length && there.at(-1) !== own ? [...there, own] : there
}

function fallbackOf({ extension }: Original): Variant['format'] {
  if (extension === 'jpg') return 'jpg'
  // AVIF is what a browser may not know; WebP has been everywhere since 2020.
  return extension === 'webp' || extension === 'avif' ? 'webp' : 'png'
}

/** On the site, a file of its own; elsewhere, what the content lake or Sanity's CDN makes when it is asked. */
function addressOf(variant: Variant, url: string, isOwn: boolean): string {
  if (isOwn) return `/${PICTURES}${variantName(variant)}`
  const { frame, width, height, format } = variant
  const rect = [frame.left, frame.top, frame.width, frame.height].join(',')
  return `${url}?rect=${rect}&w=${width}&h=${height}&fit=crop&fm=${format}`
}
