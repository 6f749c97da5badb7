import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatFactor,
  formatInput,
  formatMoney,
  formatMoneyFactor,
  formatNumber,
  parseAmount,
  readAmount,
  settledAmount,
} from '../../../../web/sections/roi/format.ts'
import { readRoiLink, roiLink } from '../../../../web/sections/roi/roi-link.ts'
import { calculateRoi } from '../../../../web/sections/roi/roi.ts'

const any = fc.double()
const anything = fc.record({ hours: any, rate: any, runs: any, people: any })

test.each(['1234567890123456', '1.7976931348623157E308', '987,654,321.123456'])(
  'what was typed into a field keeps its digits: %s',
  (text) => expect(parseAmount(formatInput(parseAmount(text)))).toBe(parseAmount(text)),
)

describe('parseAmount', () => {
  test.each([
    ['1,200', 1200],
    ['1,234,567.5', 1_234_567.5],
    ['$40', 40],
    [' $ 1,200 ', 1200],
    ['2.5', 2.5],
    ['.5', 0.5],
    ['2.', 2],
    ['1e3', 1000],
    ['1e308', 1e308],
    ['1e999', Number.MAX_VALUE],
    ['abc', 0],
    ['', 0],
    ['-5', 0],
    ['1,2', 1.2],
    ['1.200,5', 1200.5],
    ['1.200.000', 1_200_000],
    ['1.200', 1.2],
    ['1 200', 1200],
    ['1\u00a0200,5', 1200.5],
    ["12'500", 12_500],
    ['€40', 40],
    ['40 €', 40],
    ['2h', 2],
    ['2.5 hours', 2.5],
    ['1,20,0', 0],
    ['1.2.3', 0],
    ['12 34', 0],
    ['1e-3', 0],
    ['0x10', 0],
    ['Infinity', 0],
    ['40 dollars', 0],
  ])('reads %j as %d', (text, amount) => {
    expect(parseAmount(text)).toBe(amount)
  })

  test('any text is read as a finite number of at least 0', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const amount = parseAmount(text)
        expect(Number.isFinite(amount)).toBe(true)
        expect(amount).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('reads back what is printed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (hundredths) => {
        expect(parseAmount(formatNumber(hundredths / 100))).toBe(hundredths / 100)
      }),
    )
  })
})

describe('formatting', () => {
  test('prints en-US amounts', () => {
    expect(formatMoney(480_009.2)).toBe('$480,009')
    expect(formatNumber(5.769)).toBe('5.77')
  })

  test.each([
    [12.5, '12.5', '$12.50'],
    [1234, '1,234', '$1,234'],
    [17.333, '17.333', '$17.333'],
    [0.1 * 3, '0.3', '$0.30'],
    [Number.MAX_VALUE, '1.8E308', '$1.8E308'],
  ])('prints the factor %d with its digits', (factor, number, money) => {
    expect(formatFactor(factor)).toBe(number)
    expect(formatMoneyFactor(factor)).toBe(money)
  })

  test('never prints NaN or infinity, and stays short enough for its line', () => {
    fc.assert(
      fc.property(anything, (values) => {
        const roi = calculateRoi(values)
        for (const text of [formatMoney(roi.annualSavings), formatNumber(roi.staff)]) {
          expect(text).not.toMatch(/NaN|Infinity|∞/)
          expect(text.length).toBeLessThanOrEqual(22)
        }
        for (const text of [formatMoneyFactor(roi.valuePerRun), formatFactor(roi.hoursReclaimed)])
          expect(text).not.toMatch(/NaN|Infinity|∞/)
      }),
    )
  })
})

describe('what stands in a field', () => {
  test.each([
    ['-5', -5],
    ['−5', -5],
    ['-$1,200', -1200],
    ['$-5', -5],
    ['-1.200,5', -1200.5],
    ['-', undefined],
    ['--5', undefined],
    ['5-', undefined],
    ['abc', undefined],
  ])('%j is read as %j', (text, amount) => {
    expect(readAmount(text)).toBe(amount)
  })

  test.each([
    ['people', '-5', 1],
    ['people', '0', 1],
    ['people', '', 1],
    ['people', '0.5', 1],
    ['people', '12', 12],
    ['hours', '-5', 0],
    ['rate', '17.333', 17.333],
  ] as const)('%s %j settles on %d', (input, text, amount) => {
    expect(settledAmount(input, text)).toBe(amount)
  })
})

describe('share link', () => {
  test('opens with the same inputs', () => {
    const link = roiLink('https://cal.example/?a=1#faq', {
      hours: '2.5',
      rate: '$1,200',
      runs: '7',
      people: '3',
    })
    expect(link).toMatch(/^https:\/\/cal\.example\/\?a=1#roi\?/)
    expect(readRoiLink(new URL(link).hash)).toEqual({ hours: '2.5', rate: '1,200', runs: '7', people: '3' })
  })

  test('carries what its fields settle on', () => {
    const link = roiLink('https://cal.example/', { hours: '-1', rate: '40', runs: '50', people: '-5' })
    expect(link).toBe('https://cal.example/#roi?hours=0&rate=40&runs=50&people=1')
  })

  test('a forged address gives valid inputs only', () => {
    expect(readRoiLink('#roi?hours=abc&people=0&runs=<script>&x=1')).toEqual({
      hours: '0',
      people: '1',
      runs: '0',
    })
    expect(readRoiLink('#faq')).toEqual({})
  })
})
