import { defineField, type FieldDefinition, type ImageValue } from '@sanity/types'
import {
  MAX_AVIF_PIXELS,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_PIXELS,
  MAX_PICTURE_SIDE,
  MAX_VECTOR_BYTES,
  PICTURE_FORMATS,
  PICTURE_SLOTS,
  PICTURE_TYPES,
  type PictureSlot,
  type PictureSlotName,
} from '../../api/contract/pictures.ts'
import { checkVariables } from './variables.ts'

interface PictureOptions {
  /** Where the site shows it. */
  slot: PictureSlotName
  /** What it is for and, where there is no alternative text, why. */
  description: string
  optional?: boolean
  /** It says something that the text beside it does not, so it needs alternative text. */
  isDescribed?: boolean
}

const BOUNDS = `at most ${MAX_PICTURE_BYTES / 1_000_000} MB, ${MAX_PICTURE_SIDE} px a side and ${MAX_PICTURE_PIXELS / 1_000_000} megapixels (AVIF ${MAX_AVIF_PIXELS / 1_000_000}), SVG at most ${MAX_VECTOR_BYTES / 1000} kB`
const FORMATS = `${PICTURE_FORMATS}; ${BOUNDS}. The sizes that screens need are made when it is published.`

/** A picture in one of the site's slots. Where the slot crops it, the editor chooses what stays in sight. */
export function picture(name: string, title: string, options: PictureOptions): FieldDefinition<'image'> {
  const slot: PictureSlot = PICTURE_SLOTS[options.slot]
  const isCut = options.slot !== 'logo'
  return defineField({
    name,
    title,
    type: 'image',
    description: `${options.description} ${FORMATS}`,
    options: { accept: Object.values(PICTURE_TYPES).join(','), hotspot: isCut },
    fields: options.isDescribed ? [alternativeText] : [],
    validation: (rule) => [
      ...(options.optional
        ? []
        : [rule.required().assetRequired().error(`${title} is empty. Upload a picture.`)]),
      rule.custom(formatFault),
      rule.custom((value) => widthDoubt(value, slot)).warning(),
    ],
  })
}

const alternativeText = defineField({
  name: 'alt',
  title: 'Alternative text',
  type: 'string',
  description: 'What the picture shows, for people who cannot see it.',
  validation: (rule) => [
    rule.custom((value, { parent }) =>
      !assetOf(parent as ImageValue | undefined) || value?.trim()
        ? true
        : 'Say in one sentence what the picture shows: people who cannot see it hear this instead.',
    ),
    rule.max(200).error('Keep this to 200 characters: screen readers read it out in one go.'),
    rule.custom((value) => checkVariables(value)),
  ],
})

const ASSET_ID = /^image-[0-9a-f]+-(\d+)x(\d+)-(\w+)$/

interface Asset {
  width: number
  height: number
  extension: string
}

function assetOf(value: ImageValue | undefined): Asset | undefined {
  const id = value?.asset?._ref
  if (id === undefined) return undefined
  const [, width, height, extension = ''] = ASSET_ID.exec(id) ?? []
  return { width: Number(width), height: Number(height), extension }
}

/** Checks the format, as assets may be uploaded by other programs. Returns true or a sentence for the editor. */
export function formatFault(value: ImageValue | undefined): true | string {
  const asset = assetOf(value)
  return !asset || Object.hasOwn(PICTURE_TYPES, asset.extension)
    ? true
    : `This is a ${asset.extension.toUpperCase()} file. Upload a ${PICTURE_FORMATS} file.`
}

/** Says that a picture, as it is cut, has fewer pixels than its slot shows; true when it has enough. */
export function widthDoubt(value: ImageValue | undefined, slot: PictureSlot): true | string {
  const asset = assetOf(value)
  // A picture that cannot be used has its own sentence, and a vector is sharp at each width.
  if (!asset || asset.extension === 'svg' || formatFault(value) !== true) return true
  const shown = slot.widths[Math.floor((slot.widths.length - 1) / 2)] ?? 0
  const left = widthLeft(asset, value?.crop, slot.aspect)
  if (left >= shown) return true
  const subject = left < asset.width ? 'Cut as it is, the picture' : 'The picture'
  const advice = value?.crop ? 'Upload a larger one, or cut off less.' : 'Upload a larger one.'
  return `${subject} is ${left} px wide and is shown ${shown} px wide, so it looks blurred. ${advice}`
}

/** Of a picture's width, what the editor's crop leaves, and of that what a place of this aspect shows; in px. */
function widthLeft({ width, height }: Asset, crop: ImageValue['crop'], aspect = 0): number {
  const { left = 0, right = 0, top = 0, bottom = 0 } = crop ?? {}
  const kept = Math.round(width * (1 - left - right))
  const tall = Math.round(height * (1 - top - bottom))
  return aspect === 0 ? kept : Math.min(kept, Math.round(tall * aspect))
}
