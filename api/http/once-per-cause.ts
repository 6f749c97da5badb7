/** A failure that may repeat, and how often it did since it was told last. */
export interface Told {
  cause: string
  error: string
  /** Where it came from, for whoever mends it. */
  stack: string
  count: number
}

const everyMs = 3_600_000
/** Causes are few and named in the code; what they say may not be. */
const mostKept = 200

/**
 * Passes a failure on when it is the first of its cause, and then once an hour at most: what fails at every
 * tick of a timer is told once, and not as often as the timer ticks.
 */
export function oncePerCause(
  tell: (told: Told) => void,
  now: () => number = Date.now,
): (cause: string, error: unknown) => void {
  const seen = new Map<string, { at: number; count: number }>()
  return (cause, error) => {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const key = `${cause}\n${text}`
    const last = seen.get(key)
    if (last && Math.abs(now() - last.at) < everyMs) {
      last.count += 1
      return
    }
    if (seen.size >= mostKept) seen.clear()
    seen.set(key, { at: now(), count: 0 })
    const stack = (error instanceof Error && error.stack) || text
    tell({ cause, error: text, stack, count: (last?.count ?? 0) + 1 })
  }
}
