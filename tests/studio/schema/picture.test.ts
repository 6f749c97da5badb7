import { expect, test } from 'vitest'
import { PICTURE_SLOTS } from '../../../api/contract/pictures.ts'
import { formatFault, widthDoubt } from '../../../studio/schema/picture.ts'
import { findingsOfParts } from './form-findings.ts'

function pictureOf(size: string, extension: string) {
  return {
    _type: 'image',
    asset: { _type: 'reference', _ref: `image-${'a'.repeat(40)}-${size}-${extension}` },
  }
}

test.each(['png', 'jpg', 'webp', 'avif', 'svg'])('a picture that is a %s may be chosen', (extension) => {
  expect(formatFault(pictureOf('40x30', extension))).toBe(true)
})

test.each(['gif', 'tif', 'heic', 'pdf'])(
  'one that is a %s may not, and the formats are named',
  (extension) => {
    expect(formatFault(pictureOf('40x30', extension))).toBe(
      `This is a ${extension.toUpperCase()} file. Upload a PNG, JPEG, WebP, AVIF or SVG file.`,
    )
  },
)

test('a picture with fewer pixels than its place shows is doubted, except one without pixels', () => {
  expect(widthDoubt(pictureOf('600x400', 'jpg'), PICTURE_SLOTS.card)).toMatch(/600 px wide.*1200 px/)
  expect(widthDoubt(pictureOf('1200x630', 'jpg'), PICTURE_SLOTS.card)).toBe(true)
  expect(widthDoubt(pictureOf('24x24', 'svg'), PICTURE_SLOTS.card)).toBe(true)
  expect(widthDoubt(undefined, PICTURE_SLOTS.card)).toBe(true)
})

test('of a picture that is cut, what is left counts', () => {
  const cut = (left: number, bottom: number) => ({
    ...pictureOf('1600x1000', 'jpg'),
    crop: { left, right: 0.1, top: 0, bottom },
  })
  expect(widthDoubt(cut(0.1, 0), PICTURE_SLOTS.beside)).toBe(true)
  expect(widthDoubt(cut(0.8, 0), PICTURE_SLOTS.beside)).toMatch(
    /^Cut as it is.* 160 px wide.* 720 px.* cut off less/,
  )
  // The place itself cuts what is too flat for it.
  expect(widthDoubt(cut(0.1, 0), PICTURE_SLOTS.card)).toBe(true)
  expect(widthDoubt(cut(0.1, 0.5), PICTURE_SLOTS.card)).toMatch(/^Cut as it is.* 952 px wide.* 1200 px/)
  expect(widthDoubt(pictureOf('2000x400', 'jpg'), PICTURE_SLOTS.card)).toMatch(/ 762 px wide.* larger one\.$/)
})

/** What the form says of these words for a picture. */
async function findingsOf(alt: string): Promise<string[]> {
  const picture = { ...pictureOf('2000x1000', 'png'), alt }
  const found = await findingsOfParts([{ _type: 'pictureBlock', picture }])
  return found.filter(({ path }) => path === 'blocks..picture.alt').map(({ message }) => message)
}

test('names in braces stand for something in the words for a picture, too', async () => {
  expect(await findingsOf('The record of {brand}')).toEqual([])
  expect(await findingsOf('The record of {barnd}')).toEqual([
    '{barnd} stands for nothing here. Did you mean {brand}?',
  ])
})
