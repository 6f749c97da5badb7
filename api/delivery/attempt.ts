import { OperationalError } from '../contract/operational-error.ts'

/** An attempt to bring something to another place failed. `isPermanent` means that no repeat can help. */
export class AttemptFailed extends OperationalError {
  readonly isPermanent: boolean

  constructor(
    message: string,
    { isPermanent = false, cause }: { isPermanent?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.isPermanent = isPermanent
  }
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Waits after each failed attempt, in ms. The first attempt is made at once; the sum is over a day. */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]

/**
 * How long to wait after the `attempt`th (from 1) has failed, in ms, or undefined when it was the last.
 * A tenth more or less keeps a queue that failed together from coming back together.
 */
export function waitAfter(attempt: number, random: () => number = Math.random): number | undefined {
  const wait = WAITS[attempt - 1]
  return wait === undefined ? undefined : Math.round(wait * (0.9 + 0.2 * random()))
}
