import { assert, constant, double, integer, oneof, option, pre, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { frameOf } from '../../../../web/ui/pictures/frame.ts'

const side = integer({ min: 1, max: 8192 })
const size = record({ width: side, height: side })
const share = double({ min: 0, max: 1, noNaN: true })
const crop = record({ left: share, right: share, top: share, bottom: share })
const hotspot = record({ x: share, y: share })
const aspect = double({ min: 0.1, max: 10, noNaN: true })
/** What somebody may write past the Studio. */
const anything = oneof(double(), constant('0.5'), constant(null), constant(undefined))

test('a picture without a cut, in a place without an aspect, is shown whole', () => {
  assert(
    property(size, (own) => {
      expect(frameOf(own, {})).toEqual({ left: 0, top: 0, ...own })
    }),
  )
})

test('what is shown is whole pixels within the picture, whatever numbers it is given', () => {
  const hostile = record({
    crop: record({ left: anything, right: anything, top: anything, bottom: anything }),
    hotspot: record({ x: anything, y: anything }),
  })
  assert(
    property(size, hostile, option(aspect, { nil: undefined }), (own, cut, wanted) => {
      const { left, top, width, height } = frameOf(own, cut as never, wanted)
      for (const number of [left, top, width, height]) expect(Number.isInteger(number)).toBe(true)
      expect(left >= 0 && top >= 0 && width >= 1 && height >= 1).toBe(true)
      expect(left + width <= own.width && top + height <= own.height).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('nothing that was cropped is shown, and all that was not is, to half a pixel', () => {
  assert(
    property(size, crop, (own, cut) => {
      const left = own.width * cut.left
      const right = own.width * (1 - cut.right)
      // A crop that leaves nothing is none.
      pre(right - left > 2)
      const frame = frameOf(own, { crop: { ...cut, top: 0, bottom: 0 } })
      expect(Math.abs(frame.left - left)).toBeLessThanOrEqual(0.5)
      expect(Math.abs(frame.left + frame.width - right)).toBeLessThanOrEqual(0.5)
      expect(frame).toMatchObject({ top: 0, height: own.height })
    }),
  )
})

test('in a place with an aspect, as much as can be is shown of what the crop leaves', () => {
  assert(
    property(size, crop, hotspot, aspect, (own, cut, spot, wanted) => {
      const whole = frameOf(own, { crop: cut })
      const frame = frameOf(own, { crop: cut, hotspot: spot }, wanted)
      expect(frame.left).toBeGreaterThanOrEqual(whole.left)
      expect(frame.left + frame.width).toBeLessThanOrEqual(whole.left + whole.width)
      expect(frame.top).toBeGreaterThanOrEqual(whole.top)
      expect(frame.top + frame.height).toBeLessThanOrEqual(whole.top + whole.height)
      expect(frame.width === whole.width || frame.height === whole.height).toBe(true)
      // Off by less than the pixel that one side was rounded by.
      pre(frame.width > 1 && frame.height > 1)
      const isExact = Math.abs(frame.width - frame.height * wanted) <= 0.5 + wanted / 2
      expect(isExact).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('the hotspot is in sight where the crop leaves it, and in the middle where it can be', () => {
  assert(
    property(size, hotspot, aspect, (own, spot, wanted) => {
      const { left, top, width, height } = frameOf(own, { hotspot: spot }, wanted)
      expect(spot.x * own.width).toBeGreaterThanOrEqual(left - 0.5)
      expect(spot.x * own.width).toBeLessThanOrEqual(left + width + 0.5)
      expect(spot.y * own.height).toBeGreaterThanOrEqual(top - 0.5)
      expect(spot.y * own.height).toBeLessThanOrEqual(top + height + 0.5)
      const isFree = left > 0 && left + width < own.width
      if (isFree) expect(Math.abs(left + width / 2 - spot.x * own.width)).toBeLessThanOrEqual(0.5)
    }),
  )
})

test('a face at the right stays in sight in an upright place', () => {
  const cut = { crop: { left: 0, right: 0.1, top: 0, bottom: 0 }, hotspot: { x: 0.85, y: 0.4 } }
  expect(frameOf({ width: 3000, height: 2000 }, cut, 4 / 5)).toEqual({
    left: 1100,
    top: 0,
    width: 1600,
    height: 2000,
  })
})
