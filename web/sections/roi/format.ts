import { LIMITS, type RoiInput } from './roi.ts'

/** Above this a double no longer holds every digit, so digits are not printed either. */
const EXACT = 1e15

const typed = new Intl.NumberFormat('en-US', { maximumFractionDigits: 15 })
const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const dollarsAndCents = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 15,
})
const huge = { notation: 'scientific', maximumFractionDigits: 2 } as const
const hugeNumber = new Intl.NumberFormat('en-US', huge)
const hugeTyped = new Intl.NumberFormat('en-US', { ...huge, maximumFractionDigits: 15 })
const hugeDollars = new Intl.NumberFormat('en-US', { ...huge, style: 'currency', currency: 'USD' })

/** `1234.567` is '1,234.57'. */
export function formatNumber(amount: number): string {
  return (amount < EXACT ? grouped : hugeNumber).format(amount)
}

/** Dollars without cents: `1234.5` is '$1,235'. */
export function formatMoney(amount: number): string {
  return (amount < EXACT ? dollars : hugeDollars).format(amount)
}

/** A number as it is put back into a field: grouped, with all of its digits. */
export function formatInput(amount: number): string {
  return (amount < EXACT ? typed : hugeTyped).format(amount)
}

/** A factor in a line of the working, with every digit: whoever multiplies what is printed gets the printed result. */
export function formatFactor(amount: number): string {
  const exact = withoutNoise(amount)
  return (exact < EXACT ? typed : hugeNumber).format(exact)
}

/**
 * Dollars as a factor: `12.5` is '$12.50', and whole dollars are printed without cents as everywhere. Rounded as
 * results are, 500 times $12.50 would read 500 × $13 = $6,250.
 */
export function formatMoneyFactor(amount: number): string {
  const exact = withoutNoise(amount)
  return Number.isInteger(exact) || exact >= EXACT ? formatMoney(exact) : dollarsAndCents.format(exact)
}

/** A product is only sure to fifteen digits: 0.1 × 3 is 0.3. */
function withoutNoise(amount: number): number {
  return amount < EXACT ? Number(amount.toPrecision(15)) : amount
}

const SIGNS = /^([-−]?)(?:US)?[$€£¥]|[$€£¥%]$|(?:USD|EUR|hours?|hrs?|h)$/giu
/** Spaces of all widths and the Swiss apostrophe stand between thousands. */
const SPACES = /(\d)[\s\u00a0\u2009\u202f'’](?=\d{3}(?!\d))/gu

/**
 * Reads what a person types or pastes: '1,200', '$ 40', '1.200,5', '1 200', '2h' and '-5' are numbers. A single comma
 * before three digits separates thousands, as the page itself writes them; a single point is a decimal point. Undefined
 * for what is no number. A number that it returns is finite.
 */
export function readAmount(text: string): number | undefined {
  const bare = text.trim().replace(SIGNS, '$1').trim().replaceAll(SPACES, '$1')
  const isNegative = /^[-−]/.test(bare)
  const plain = toPlain(isNegative ? bare.slice(1).trim() : bare)
  if (!/^(\d+\.?\d*|\.\d+)(e\+?\d+)?$/i.test(plain)) return undefined
  const amount = Math.min(Number(plain), Number.MAX_VALUE)
  return isNegative ? -amount : amount
}

/** The amount that a text counts as: 0 for what is no number, or negative. */
export function parseAmount(text: string): number {
  return Math.max(0, readAmount(text) ?? 0)
}

/** The amount that is left in a field: no less than the minimum of the input. */
export function settledAmount(input: RoiInput, text: string): number {
  return Math.max(LIMITS[input].min, parseAmount(text))
}

/** Digits with at most a decimal point; any other text unchanged. */
function toPlain(text: string): string {
  if (/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)) return text.replaceAll(',', '')
  // The continental style: points between thousands, a comma before decimals.
  if (/^\d{1,3}(\.\d{3})+(,\d*)$/.test(text) || /^\d{1,3}(\.\d{3}){2,}$/.test(text))
    return text.replaceAll('.', '').replace(',', '.')
  return /^\d*,\d+$/.test(text) ? text.replace(',', '.') : text
}
