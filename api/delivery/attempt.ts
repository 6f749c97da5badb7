import { OperationalError } from '../contract/operational-error.ts'
import { HOUR_MS, MINUTE_MS } from '../contract/time.ts'

/** What is known of a failure besides its message. */
interface AttemptOptions {
  /** No repeat can help. */
  isPermanent?: boolean
  /** How long the other side wants to be left alone. */
  retryAfterMs?: number
  cause?: unknown
}

/** An attempt to bring something to another place failed. */
export class AttemptFailed extends OperationalError {
  readonly isPermanent: boolean
  readonly retryAfterMs: number

  constructor(message: string, { isPermanent = false, retryAfterMs = 0, cause }: AttemptOptions = {}) {
    super(message, { cause })
    this.isPermanent = isPermanent
    this.retryAfterMs = retryAfterMs
  }
}

/** Waits after each failed attempt, in ms. The first attempt is made at once; the sum is over a day. */
const WAITS = [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS]

/**
 * How long to wait after the `attempt`th (from 1) has failed, in ms, or undefined when it was the last.
 * A tenth more or less keeps a queue that failed together from coming back together.
 */
export function waitAfter(attempt: number, random: () => number = Math.random): number | undefined {
  const wait = WAITS[attempt - 1]
  return wait === undefined ? undefined : Math.round(wait * (0.9 + 0.2 * random()))
}
