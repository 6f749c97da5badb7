import sharp, { type FitEnum, type FormatEnum } from 'sharp'
import { LakeFault } from '../fault.ts'

/** A picture as a URL of Sanity's image pipeline asks for it. Sizes are in pixels of the result. */
export type Transform = {
  width?: number | undefined
  height?: number | undefined
  rect?: { left: number; top: number; width: number; height: number } | undefined
  fit: keyof typeof FITS
  format?: keyof typeof FORMATS | undefined
  quality: number
}

export type Picture = { bytes: Buffer; type: string }

const FITS = {
  clip: 'inside',
  max: 'inside',
  crop: 'cover',
  fill: 'contain',
  fillmax: 'contain',
  min: 'outside',
  scale: 'fill',
} as const satisfies Record<string, keyof FitEnum>

const FORMATS = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  pjpg: 'jpeg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
} as const satisfies Record<string, keyof FormatEnum>

const MAX_SIDE = 8192
const MAX_DPR = 3
const DEFAULT_QUALITY = 75
const ASKS = ['w', 'h', 'rect', 'fit', 'fm', 'q', 'dpr', 'auto']

/**
 * Reads `w`, `h`, `rect`, `fit`, `fm`, `auto`, `q` and `dpr`. Undefined when the original is asked for.
 * @throws LakeFault 400 naming a parameter that can't be.
 */
export function parseTransform(search: URLSearchParams, accept: string): Transform | undefined {
  if (!ASKS.some((name) => search.has(name))) return undefined
  const dpr = number(search, 'dpr', 1, MAX_DPR) ?? 1
  const side = (name: string): number | undefined => {
    const value = number(search, name, 1, MAX_SIDE)
    return value === undefined ? undefined : Math.min(Math.round(value * dpr), MAX_SIDE)
  }
  const accepted = search.get('auto') === 'format' && accept.includes('image/webp') ? 'webp' : undefined
  return {
    width: side('w'),
    height: side('h'),
    rect: parseRect(search.get('rect')),
    fit: choice(search, 'fit', FITS) ?? 'clip',
    format: choice(search, 'fm', FORMATS) ?? accepted,
    quality: Math.round(number(search, 'q', 0, 100) ?? DEFAULT_QUALITY) || 1,
  }
}

/** @throws LakeFault 400 when the rectangle lies outside the picture. */
export async function transformPicture(
  bytes: Buffer,
  extension: string,
  transform: Transform,
): Promise<Picture> {
  const { rect, width, height, fit, quality } = transform
  const own = Object.hasOwn(FORMATS, extension) ? FORMATS[extension as keyof typeof FORMATS] : 'png'
  const format = transform.format === undefined ? own : FORMATS[transform.format]
  try {
    let image = sharp(bytes).autoOrient()
    if (rect !== undefined) image = image.extract(rect)
    if (width !== undefined || height !== undefined) {
      const withoutEnlargement = fit === 'max' || fit === 'fillmax'
      image = image.resize({ width, height, fit: FITS[fit], withoutEnlargement })
    }
    return { bytes: await image.toFormat(format, { quality }).toBuffer(), type: `image/${format}` }
  } catch (error) {
    throw new LakeFault(400, 'invalidTransform', `The picture cannot be made so: ${String(error)}`)
  }
}

function number(search: URLSearchParams, name: string, min: number, max: number): number | undefined {
  const text = search.get(name)
  if (text === null) return undefined
  const value = Number(text)
  if (text.trim() !== '' && value >= min && value <= max) return value
  throw invalid(name, text, `a number from ${min} to ${max}`)
}

function choice<Name extends string>(
  search: URLSearchParams,
  name: string,
  choices: Record<Name, string>,
): Name | undefined {
  const text = search.get(name)
  if (text === null) return undefined
  for (const key in choices) if (key === text) return key
  throw invalid(name, text, `one of ${Object.keys(choices).join(', ')}`)
}

function parseRect(text: string | null): Transform['rect'] {
  if (text === null) return undefined
  const [left, top, width, height, ...rest] = text.split(',').map(Number)
  const numbers = [left, top, width, height]
  if (rest.length > 0 || !numbers.every(Number.isInteger))
    throw invalid('rect', text, 'left,top,width,height in pixels')
  return { left: left ?? 0, top: top ?? 0, width: width ?? 0, height: height ?? 0 }
}

function invalid(name: string, text: string, wanted: string): LakeFault {
  return new LakeFault(400, 'invalidParameter', `"${text}" is no value for ${name}: it takes ${wanted}.`)
}
