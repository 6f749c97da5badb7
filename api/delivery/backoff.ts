const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Waits after each failed attempt, in ms. The first attempt is made at once; the sum is over a day. */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]

/**
 * How long to wait after the `attempt`th (from 1) has failed, in ms, or undefined when it was the last.
 * A tenth more or less keeps a queue that failed together from coming back together.
 */
export function waitAfter(attempt: number, random: () => number = Math.random): number | undefined {
  const wait = waits[attempt - 1]
  return wait === undefined ? undefined : Math.round(wait * (0.9 + 0.2 * random()))
}
