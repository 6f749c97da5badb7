import { OperationalError } from '../contract/operational-error.ts'
import { HOUR_MS, MINUTE_MS } from '../contract/time.ts'

/** What is known of a failure besides its message. */
interface AttemptOptions {
  /** No repeat can help. */
  isPermanent?: boolean
  /** How long the receiver asks to wait before the next attempt. */
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

/** Pauses after each failed attempt, in ms: over a day in all. */
const WAITS = [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS]

/**
 * How long to wait after attempt number `attempt` (from 1) has failed, in ms; undefined after the last one. A random
 * tenth more or less spreads attempts that failed at the same time.
 */
export function waitAfter(attempt: number, random: () => number = Math.random): number | undefined {
  const wait = WAITS[attempt - 1]
  return wait === undefined ? undefined : Math.round(wait * (0.9 + 0.2 * random()))
}
