import { assert, constantFrom, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { PICTURE_SLOTS, type PictureSlot, type PictureSlotName } from '../../../../api/contract/pictures.ts'
import { sourcesOf } from '../../../../web/ui/pictures/sources.ts'
import { originalOf, variantName, variantOf } from '../../../../web/ui/pictures/variant.ts'

const SHA1 = 'a'.repeat(40)
const own = (rest: string) => `/assets/pictures/${SHA1}-${rest}`

function filesIn(set: string): { width: number; name: string }[] {
  return set.split(', ').map((entry) => {
    const [address = '', width = ''] = entry.split(' ')
    return { width: Number.parseInt(width, 10), name: address.slice(address.lastIndexOf('/') + 1) }
  })
}

test('a photograph is offered as AVIF, then WebP, in the widths of its place, with a JPEG for all others', () => {
  const { sets, ...image } = sourcesOf({ url: own('3000x2000.jpg') }, 'wide')
  expect(sets.map(({ type }) => type)).toEqual(['image/avif', 'image/webp'])
  for (const { srcSet } of sets)
    expect(filesIn(srcSet).map(({ width }) => width)).toEqual([640, 960, 1280, 1920, 2560])
  expect(image).toMatchObject({ width: 1280, height: 853, src: expect.stringMatching(/-1280x853-1\.jpg$/) })
})

test.each([
  ['png', 'png'],
  ['webp', 'webp'],
  ['avif', 'webp'],
  ['gif', 'png'],
])('whoever knows no new formats gets a %s as %s', (from, to) => {
  expect(sourcesOf({ url: own(`900x900.${from}`) }, 'beside').src).toMatch(new RegExp(`\\.${to}$`))
})

test('nothing is enlarged: a small picture is offered in its own width last', () => {
  const [avif] = sourcesOf({ url: own('700x500.png') }, 'wide').sets
  expect(filesIn(avif?.srcSet ?? '').map(({ width }) => width)).toEqual([640, 700])
})

test('a picture that is too high for a format is offered as large as that takes', () => {
  const [avif] = sourcesOf({ url: own('1000x12000.png') }, 'beside').sets
  expect(filesIn(avif?.srcSet ?? '').map(({ width, name }) => [width, variantOf(name)?.height])).toEqual([
    [480, 5760],
    [682, 8184],
  ])
  expect(sourcesOf({ url: own('100x9000.png') }, 'beside')).toMatchObject({ width: 91, height: 8190 })
})

test('a vector picture is one file for all sizes, unless a part of it or a format is asked for', () => {
  const url = own('256x176.svg')
  expect(sourcesOf({ url }, 'logo')).toEqual({ sets: [], src: url, width: 256, height: 176 })
  const crop = { left: 0.5, right: 0, top: 0, bottom: 0 }
  expect(sourcesOf({ url, crop }, 'logo').sets).toHaveLength(1)
  expect(sourcesOf({ url }, 'card').src).toMatch(/-1200x630-1\.jpg$/)
})

test('a draft’s picture is asked of the content lake, in formats that it makes', () => {
  const url = `/images/local/production/${SHA1}-3000x2000.png`
  const crop = { left: 0.5, right: 0, top: 0, bottom: 0 }
  const { sets, src } = sourcesOf({ url, crop }, 'beside')
  expect(sets.map(({ type }) => type)).toEqual(['image/webp'])
  expect(src).toBe(`${url}?rect=1500,0,1500,2000&w=1080&h=1440&fit=crop&fm=png`)
})

test.each(['/assets/pictures/x.png', '/assets/pictures/', 'https://evil.example/x.svg'])(
  '%s is no picture',
  (url) => {
    expect(() => sourcesOf({ url }, 'logo')).toThrow('is no picture')
  },
)

const slots = constantFrom(...(Object.keys(PICTURE_SLOTS) as PictureSlotName[]))
/** As many digits as a name has room for. */
const side = integer({ min: 1, max: 99_999 })

test('every file that markup names is made of what its name says', () => {
  const formats = constantFrom('png', 'jpg', 'webp', 'avif', 'svg')
  assert(
    property(side, side, formats, slots, (width, height, extension, name) => {
      const url = own(`${width}x${height}.${extension}`)
      const slot: PictureSlot = PICTURE_SLOTS[name]
      const { sets, src } = sourcesOf({ url }, name)
      const files = [...sets.flatMap(({ srcSet }) => filesIn(srcSet).map((file) => file.name)), src.slice(17)]
      for (const file of files) {
        const variant = variantOf(file)
        if (!variant) {
          expect(originalOf(file)).toEqual({ sha1: SHA1, width, height, extension: 'svg' })
          continue
        }
        expect(variantName(variant)).toBe(file)
        expect(Math.max(variant.width, variant.height)).toBeLessThanOrEqual(8192)
        expect(variant).toMatchObject({ slot: name, original: { sha1: SHA1, width, height, extension } })
        const { frame } = variant
        if (extension !== 'svg') expect(variant.width).toBeLessThanOrEqual(frame.width)
        if (slot.aspect && frame.width > 50 && frame.height > 50)
          expect(frame.width / frame.height).toBeCloseTo(slot.aspect, 0)
      }
    }),
  )
})

test.each(Object.entries(PICTURE_SLOTS))('the slot %s offers widths in order, each once', (_, { widths }) => {
  expect([...new Set(widths)].toSorted((one, other) => one - other)).toEqual([...widths])
})
