/** Above this a double no longer holds every digit, so digits are not printed either. */
const EXACT = 1e15

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const huge = { notation: 'scientific', maximumFractionDigits: 2 } as const
const hugeNumber = new Intl.NumberFormat('en-US', huge)
const hugeDollars = new Intl.NumberFormat('en-US', { ...huge, style: 'currency', currency: 'USD' })

/** `1234.567` is '1,234.57'. */
export function formatNumber(amount: number): string {
  return (amount < EXACT ? grouped : hugeNumber).format(amount)
}

/** Dollars without cents: `1234.5` is '$1,235'. */
export function formatMoney(amount: number): string {
  return (amount < EXACT ? dollars : hugeDollars).format(amount)
}

/**
 * Reads what a person types or pastes: '1,200', '$ 40' and '2.5' are numbers.
 * Anything else, and anything below zero, counts as 0; the result is always finite.
 */
export function parseAmount(text: string): number {
  const bare = text.trim().replace(/^\$\s*/, '')
  const plain = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(',', '') : bare
  if (!/^(\d+\.?\d*|\.\d+)(e\+?\d+)?$/i.test(plain)) return 0
  return Math.min(Number(plain), Number.MAX_VALUE)
}
