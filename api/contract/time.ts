export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
] as const

/** A time of minutes and more, such as “61 minutes”: in the largest unit of which there are two. */
export function inWords(ms: number): string {
  const [unit, unitMs] = UNITS.find(([, each]) => ms >= 2 * each) ?? (['minute', MINUTE_MS] as const)
  const count = Math.round(ms / unitMs)
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
