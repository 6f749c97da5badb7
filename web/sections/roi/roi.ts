/** Hours of one full-time employee: 52 weeks of 40 hours are 2080 a year, or 173.33 a month. */
export const FULL_TIME = { month: 173.33, year: 2080 } as const

/** Lower bound and button step of each input, in its own unit. */
export const LIMITS = {
  hours: { min: 0, step: 0.5 },
  rate: { min: 0, step: 1 },
  runs: { min: 0, step: 1 },
  people: { min: 1, step: 1 },
} as const

export type RoiInput = keyof typeof LIMITS
/** Hours saved per run, dollars per hour, runs per person and month, people. */
export type RoiInputs = Record<RoiInput, number>

export interface Roi {
  /** Dollars. */
  valuePerRun: number
  monthlySavings: number
  annualSavings: number
  salaryAvoided: number
  /** Hours per month. */
  hoursReclaimed: number
  /** Full-time employees, unrounded. */
  staff: number
}

/** How a number of employees is phrased: 'up to 6', '5+' or '5'. */
export interface StaffCount {
  form: 'upTo' | 'plus' | 'exact'
  count: number
}

/** A product that stays finite and ≥ 0, whatever the factors. */
function product(...factors: number[]): number {
  let result = 1
  for (const factor of factors) {
    const safe = Number.isNaN(factor) ? 0 : Math.max(0, Math.min(factor, Number.MAX_VALUE))
    result = Math.min(result * safe, Number.MAX_VALUE)
  }
  return result
}

/** All results. Each is finite and never falls when an input rises. */
export function calculateRoi({ hours, rate, runs, people }: RoiInputs): Roi {
  const valuePerRun = product(hours, rate)
  const monthlySavings = product(valuePerRun, runs, people)
  const hoursReclaimed = product(hours, runs, people)
  const staff = hoursReclaimed / FULL_TIME.month
  return {
    valuePerRun,
    monthlySavings,
    hoursReclaimed,
    staff,
    annualSavings: product(monthlySavings, 12),
    salaryAvoided: product(rate, FULL_TIME.year, staff),
  }
}

/**
 * Undefined under one employee. A fraction of a half or more is rounded up ('up to'), a smaller one is cut off ('+').
 */
export function countStaff(staff: number): StaffCount | undefined {
  // Twelve digits drop the noise of binary fractions: three times 173.33 hours is three employees.
  const people = Number(staff.toPrecision(12))
  if (people < 1) return undefined
  const whole = Math.floor(people)
  const fraction = people - whole
  if (fraction >= 0.5) return { form: 'upTo', count: whole + 1 }
  return { form: fraction > 0 ? 'plus' : 'exact', count: whole }
}

/** The next value of a − or + button: one step away, on or above the minimum. */
export function stepInput(input: RoiInput, value: number, direction: 1 | -1): number {
  const { min, step } = LIMITS[input]
  return Number(Math.min(Math.max(min, value + direction * step), Number.MAX_VALUE).toPrecision(15))
}
