import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRoiLink } from '../../../../web/sections/roi/roi-link.ts'
import {
  calculateRoi,
  countStaff,
  FULL_TIME,
  LIMITS,
  stepInput,
  type RoiInput,
  type RoiInputs,
} from '../../../../web/sections/roi/roi.ts'

const keys = Object.keys(LIMITS) as RoiInput[]
const inputs = (amount: fc.Arbitrary<number>): fc.Arbitrary<RoiInputs> =>
  fc.record({ hours: amount, rate: amount, runs: amount, people: amount })
const anything = inputs(fc.double())
const realistic = inputs(fc.double({ min: 0, max: 1e6, noNaN: true }))
const defaults = { hours: 2, rate: 40, runs: 50, people: 10 }

describe('calculateRoi', () => {
  test('gives the statement of the defaults', () => {
    const roi = calculateRoi(defaults)
    expect(roi).toMatchObject({
      valuePerRun: 80,
      monthlySavings: 40_000,
      annualSavings: 480_000,
      hoursReclaimed: 1000,
    })
    expect(roi.staff).toBeCloseTo(5.7693, 4)
    expect(roi.salaryAvoided).toBeCloseTo(480_009.2, 1)
  })

  test('never gives NaN, Infinity or less than nothing', () => {
    fc.assert(
      fc.property(anything, (values) => {
        for (const result of Object.values(calculateRoi(values))) {
          expect(Number.isFinite(result)).toBe(true)
          expect(result).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('never falls when an input rises', () => {
    const rise = fc.double({ min: 0, noNaN: true })
    fc.assert(
      fc.property(anything, fc.constantFrom(...keys), rise, (values, key, more) => {
        const before = calculateRoi(values)
        const after = calculateRoi({ ...values, [key]: (values[key] || 0) + more })
        for (const result of Object.keys(before) as (keyof typeof before)[]) {
          expect(after[result]).toBeGreaterThanOrEqual(before[result])
        }
      }),
    )
  })

  test('follows its formulas', () => {
    fc.assert(
      fc.property(realistic, ({ hours, rate, runs, people }) => {
        const roi = calculateRoi({ hours, rate, runs, people })
        expect(roi.monthlySavings).toBeCloseTo(hours * rate * runs * people, -14)
        expect(roi.annualSavings).toBe(roi.monthlySavings * 12)
        expect(roi.staff).toBe(roi.hoursReclaimed / 173.33)
      }),
    )
  })
})

describe('countStaff', () => {
  test.each([
    [0, undefined],
    [0.99, undefined],
    [1, { form: 'exact', count: 1 }],
    [3.49, { form: 'plus', count: 3 }],
    [3.5, { form: 'upTo', count: 4 }],
    [3.99, { form: 'upTo', count: 4 }],
    [4, { form: 'exact', count: 4 }],
  ])('%d employees', (staff, expected) => {
    expect(countStaff(staff)).toEqual(expected)
  })

  test('whole and half numbers of months are whole and half employees', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (months) => {
        const whole = calculateRoi({ hours: FULL_TIME.month, rate: 1, runs: 1, people: months })
        expect(countStaff(whole.staff)).toEqual({ form: 'exact', count: months })
        const half = calculateRoi({ hours: FULL_TIME.month / 2, rate: 1, runs: 1, people: 2 * months + 1 })
        expect(countStaff(half.staff)).toEqual({ form: 'upTo', count: months + 1 })
      }),
    )
  })

  test('is never under the cut and never a whole employee over the true number', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e9, noNaN: true }), (staff) => {
        const counted = countStaff(staff)?.count ?? 0
        expect(Math.abs(counted - staff)).toBeLessThanOrEqual(0.5 + 1e-3)
      }),
    )
  })
})

describe('stepInput', () => {
  test.each([
    ['hours', 2, 1, 2.5],
    ['hours', 0.5, -1, 0],
    ['hours', 0, -1, 0],
    ['rate', 40, 1, 41],
    ['runs', 50, -1, 49],
    ['people', 1, -1, 1],
    ['hours', 0.1, 1, 0.6],
  ] as const)('%s from %d by %d is %d', (input, value, direction, next) => {
    expect(stepInput(input, value, direction)).toBe(next)
  })
})

test.each([
  ['hours', 0],
  ['rate', 0],
  ['runs', 0],
  ['people', 1],
] as const)('the least of %s is %d', (input, least) => {
  expect(stepInput(input, least, -1)).toBe(least)
  expect(stepInput(input, least + 0.1, -1)).toBe(least)
  expect(readRoiLink(`#roi?${input}=-5`)).toEqual({ [input]: String(least) })
})
