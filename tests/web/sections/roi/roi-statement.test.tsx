import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { snapshotOf } from '../../../../web/content/snapshot.ts'
import { formatMoney, formatNumber, parseAmount } from '../../../../web/sections/roi/format.ts'
import { RoiStatement } from '../../../../web/sections/roi/roi-statement.tsx'
import { calculateRoi, FULL_TIME, type RoiInputs } from '../../../../web/sections/roi/roi.ts'
import { launchDocuments } from '../../../support/launch-content.ts'

const { roi: content } = snapshotOf(launchDocuments()).content

/** The lines of a statement as they are read: label, working and result. */
function linesOf(inputs: RoiInputs) {
  const statement = (
    <RoiStatement
      content={content}
      inputs={inputs}
      roi={calculateRoi(inputs)}
      onShare={() => Promise.resolve()}
    />
  )
  const row =
    /<dt[^>]*>(?<label>.*?) <small[^>]*>(?<working>.*?)<\/small><\/dt><dd[^>]*>(?<result>.*?)<\/dd>/g
  return new Map(
    [...renderToStaticMarkup(statement).matchAll(row)].map(({ groups = {} }) => [
      groups['label'],
      { working: groups['working'] ?? '', result: groups['result'] ?? '' },
    ]),
  )
}

/** Multiplies and divides what is printed, as a reader who checks the statement does. */
function byHand(working: string): number {
  const [first = Number.NaN, ...others] = working
    .split(/ [×÷] /)
    .map((factor) => parseAmount(factor.replace(/ (?:h|runs|people|staff)$/, '')))
  return others.reduce((result, factor) => (working.includes('÷') ? result / factor : result * factor), first)
}

/** What people enter, with three decimals at most; far beyond it, amounts are printed to three digits. */
const upTo = (max: number) => fc.integer({ min: 0, max: max * 1000 }).map((thousandths) => thousandths / 1000)
const entered = fc.record({ hours: upTo(24), rate: upTo(5000), runs: upTo(1000), people: upTo(100_000) })

test.each([
  [
    { hours: 0.5, rate: 25, runs: 50, people: 10 },
    ['0.5 h × $25', '$13'],
    ['$12.50 × 50 runs × 10 people', '$6,250'],
  ],
  [
    { hours: 2, rate: 17.333, runs: 1, people: 1 },
    ['2 h × $17.333', '$35'],
    ['$34.666 × 1 runs × 1 people', '$35'],
  ],
  [
    { hours: 2, rate: 40, runs: 50, people: 10 },
    ['2 h × $40', '$80'],
    ['$80 × 50 runs × 10 people', '$40,000'],
  ],
  [{ hours: 3, rate: 0.1, runs: 1, people: 1 }, ['3 h × $0.10', '$0'], ['$0.30 × 1 runs × 1 people', '$0']],
] as const)('%j', (inputs, [value, perRun], [monthly, savings]) => {
  const lines = linesOf(inputs)
  expect(lines.get('Value per run')).toEqual({ working: value, result: perRun })
  expect(lines.get('Monthly savings')).toEqual({ working: monthly, result: savings })
})

test('each line gives by hand what is printed beside it', () => {
  fc.assert(
    fc.property(entered, (inputs) => {
      const lines = linesOf(inputs)
      for (const [label, format] of [
        ['Value per run', formatMoney],
        ['Monthly savings', formatMoney],
        ['Hours reclaimed per month', formatNumber],
      ] as const) {
        const { working, result } = lines.get(label) ?? { working: '', result: '' }
        // Where a result lies midway between two that could be printed, the last of fifteen digits decides.
        const product = byHand(working)
        const near = [product, product * (1 - 1e-14), product * (1 + 1e-14)].map(format)
        expect(near, `${label}: ${working}`).toContain(result)
      }
    }),
  )
})

test('staff is printed to two decimals, and multiplied unrounded as the note says', () => {
  fc.assert(
    fc.property(entered, (inputs) => {
      const { staff } = calculateRoi(inputs)
      const lines = linesOf(inputs)
      const equivalent = lines.get('Equivalent staff')
      expect(equivalent === undefined).toBe(staff < 1 - 1e-12)
      if (!equivalent) return
      const [division = '', quotient] = equivalent.working.split(' = ')
      expect(quotient).toBe(formatNumber(byHand(division)))
      const { working, result } = lines.get('Salary avoided') ?? { working: '', result: '' }
      expect(working).toContain(` × ${quotient} staff`)
      const rounding = inputs.rate * FULL_TIME.year * 0.005 + 0.5
      expect(Math.abs(parseAmount(result) - byHand(working))).toBeLessThanOrEqual(rounding * (1 + 1e-9))
    }),
  )
})
