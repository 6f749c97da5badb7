/** How long to wait after this many failures in a row (from 1), in ms: twice as long after each, up to `maxMs`. */
export function pauseAfter(failures: number, firstMs: number, maxMs: number): number {
  return Math.min(firstMs * 2 ** (failures - 1), maxMs)
}

/** When something that failed may be tried again: after a pause that doubles with each failure. */
export interface BackOff {
  isOver(): boolean
  fail(): void
  reset(): void
}

export function createBackOff({ firstMs, maxMs }: { firstMs: number; maxMs: number }): BackOff {
  let failures = 0
  let until = 0
  return {
    isOver: () => performance.now() >= until,
    fail: () => {
      failures += 1
      until = performance.now() + pauseAfter(failures, firstMs, maxMs)
    },
    reset: () => {
      failures = 0
      until = 0
    },
  }
}

/**
 * Wraps work that has to succeed once: one attempt at a time, the next one only after a pause that grows with each
 * failure, and none once it is done.
 * @param onFailure called with why it failed, each time
 */
export function onceDone(
  work: () => Promise<void>,
  { onFailure, ...pauses }: { firstMs: number; maxMs: number; onFailure: (error: unknown) => void },
): () => Promise<void> {
  const trying = createBackOff(pauses)
  let isUnderWay = false
  let isDone = false
  return async () => {
    if (isUnderWay || isDone || !trying.isOver()) return
    isUnderWay = true
    try {
      await work()
      isDone = true
    } catch (error) {
      trying.fail()
      onFailure(error)
    }
    isUnderWay = false
  }
}
