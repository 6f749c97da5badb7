import type { FitEnum, FormatEnum } from 'sharp'
import { LakeError } from '../errors.ts'
import { decode, lateness } from './decode.ts'

/** A picture as requested by a URL of Sanity's image pipeline. Sizes are in pixels of the result. */
export interface Transform {
  width?: number | undefined
  height?: number | undefined
  rect?: { left: number; top: number; width: number; height: number } | undefined
  fit: keyof typeof FITS
  format?: keyof typeof FORMATS | undefined
  quality: number
}

export interface Picture {
  bytes: Buffer
  type: string
}

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

/** Most pixels on a side of a result. */
const MAX_SIDE = 4096
/** Most pixels on a side of a rasterised SVG, which has no size of its own to stop at. */
const MAX_DRAWN_SIDE = 2048
/** Quality is rounded to these steps: more of them mean more pictures to make and no visible difference. */
const QUALITY_STEP = 5
const MAX_DPR = 3
const DEFAULT_QUALITY = 75
/** Formats with a quality. Given one, sharp writes other formats with a palette: fewer colours, and often more bytes. */
const WITH_QUALITY = new Set<keyof FormatEnum>(['jpeg', 'webp'])
const ASKS = ['w', 'h', 'rect', 'fit', 'fm', 'q', 'dpr', 'auto']

/**
 * Reads `w`, `h`, `rect`, `fit`, `fm`, `auto`, `q` and `dpr`. Undefined when the original is asked for.
 * @throws LakeError 400 naming a parameter that is not valid
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
    quality: Math.round((number(search, 'q', 0, 100) ?? DEFAULT_QUALITY) / QUALITY_STEP) * QUALITY_STEP || 1,
  }
}

/**
 * Makes a picture, never larger than the original. A request for a larger one keeps the requested proportions.
 * @throws LakeError 400 when the rectangle lies outside the picture, 503 when it takes too long.
 */
export async function transformPicture(
  bytes: Buffer,
  extension: string,
  transform: Transform,
): Promise<Picture> {
  const { rect, fit, quality } = transform
  const own = Object.hasOwn(FORMATS, extension) ? FORMATS[extension as keyof typeof FORMATS] : 'png'
  const format = transform.format === undefined ? own : FORMATS[transform.format]
  try {
    const { autoOrient } = await (await decode(bytes)).metadata()
    const { width, height } = sizeWithin(rect ?? autoOrient, transform, extension === 'svg')
    const oriented = (await decode(bytes)).autoOrient()
    const part = rect === undefined ? oriented : oriented.extract(rect)
    const image = part.resize({ width, height, fit: FITS[fit] })
    const options = WITH_QUALITY.has(format) ? { quality } : {}
    return { bytes: await image.toFormat(format, options).toBuffer(), type: `image/${format}` }
  } catch (error) {
    throw (
      lateness(error) ??
      new LakeError(400, 'invalidTransform', `The picture cannot be made so: ${String(error)}`)
    )
  }
}

interface Size {
  width: number
  height: number
}

/** The box that a picture of size `own` is fitted into. */
function sizeWithin(
  own: Size,
  asked: Pick<Transform, 'width' | 'height' | 'fit'>,
  isVector: boolean,
): Partial<Size> {
  const longer = Math.max(own.width, own.height)
  const scale = isVector ? MAX_DRAWN_SIDE / longer : Math.min(1, MAX_SIDE / longer)
  const most = { width: own.width * scale, height: own.height * scale }
  if (asked.width === undefined && asked.height === undefined)
    return isVector || scale === 1 ? {} : rounded(most.width, undefined)
  // A picture that only has to fit inside the box keeps its proportions; otherwise it takes those of the box.
  if (FITS[asked.fit] === 'inside')
    return rounded(
      asked.width && Math.min(asked.width, most.width),
      asked.height && Math.min(asked.height, most.height),
    )
  const less = Math.min(1, most.width / (asked.width ?? 1), most.height / (asked.height ?? 1))
  return rounded(asked.width && asked.width * less, asked.height && asked.height * less)
}

function rounded(width: number | undefined, height: number | undefined): Partial<Size> {
  return {
    ...(width !== undefined && { width: Math.max(1, Math.round(width)) }),
    ...(height !== undefined && { height: Math.max(1, Math.round(height)) }),
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

function invalid(name: string, text: string, wanted: string): LakeError {
  return new LakeError(400, 'invalidParameter', `"${text}" is no value for ${name}: it takes ${wanted}.`)
}
