import { PICTURE_SLOTS, type PictureSlotName } from '../../../api/contract/pictures.ts'
import type { Frame, Size } from './frame.ts'

/**
 * An uploaded picture as described by its name: Sanity's names contain the hash of the bytes, the size and the format.
 */
export interface Original extends Size {
  /** Of its bytes, in hex. */
  sha1: string
  extension: string
}

/** A file that is made for a slot, of a part of a picture, in one size and format. */
export interface Variant extends Size {
  original: Original
  slot: PictureSlotName
  frame: Frame
  format: keyof typeof VARIANT_TYPES
}

/** The formats that pictures are shown in, with their media types. */
export const VARIANT_TYPES = {
  avif: 'image/avif',
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
} as const

/** Increase it when `encode` makes other bytes of the same variant: browsers keep the bytes of a name for ever. */
const ENCODING = 1

const ORIGINAL = String.raw`([0-9a-f]{40})-(\d{1,5})x(\d{1,5})`
const ORIGINAL_NAME = new RegExp(String.raw`^${ORIGINAL}\.(\w{3,4})$`, 'u')
const VARIANT_NAME = new RegExp(
  String.raw`^${ORIGINAL}-(\w{3,4})-(\w{3,10})-(\d{1,5})\.(\d{1,5})\.(\d{1,5})\.(\d{1,5})-(\d{1,4})x(\d{1,4})-${ENCODING}\.(avif|webp|png|jpg)$`,
  'u',
)

/** The picture in a file of this name, wherever that is kept. */
export function originalOf(name: string): Original | undefined {
  const [, sha1, width, height, extension] = ORIGINAL_NAME.exec(name) ?? []
  return sha1 && extension ? { sha1, width: Number(width), height: Number(height), extension } : undefined
}

/**
 * The name of a variant's file. It contains all that the file is made by, so that a file of that name never changes.
 */
export function variantName({ original, slot, frame, width, height, format }: Variant): string {
  const { sha1, extension } = original
  const from = `${sha1}-${original.width}x${original.height}-${extension}`
  const part = [frame.left, frame.top, frame.width, frame.height].join('.')
  return `${from}-${slot}-${part}-${width}x${height}-${ENCODING}.${format}`
}

/** The variant in a file of this name. */
export function variantOf(name: string): Variant | undefined {
  const [
    ,
    sha1,
    ownWidth,
    ownHeight,
    extension,
    slot,
    left,
    top,
    partWidth,
    partHeight,
    width,
    height,
    format,
  ] = VARIANT_NAME.exec(name) ?? []
  if (!sha1 || !extension || !slot || !Object.hasOwn(PICTURE_SLOTS, slot)) return undefined
  return {
    original: { sha1, width: Number(ownWidth), height: Number(ownHeight), extension },
    slot: slot as PictureSlotName,
    frame: { left: Number(left), top: Number(top), width: Number(partWidth), height: Number(partHeight) },
    width: Number(width),
    height: Number(height),
    format: format as Variant['format'],
  }
}
