/** When something that failed may be tried again: after a pause that doubles with each failure. */
export interface BackOff {
  isOver(): boolean
  fail(): void
  reset(): void
}

export function createBackOff({ firstMs, mostMs }: { firstMs: number; mostMs: number }): BackOff {
  let failures = 0
  let until = 0
  return {
    isOver: () => performance.now() >= until,
    fail: () => {
      until = performance.now() + Math.min(firstMs * 2 ** failures, mostMs)
      failures += 1
    },
    reset: () => {
      failures = 0
      until = 0
    },
  }
}
