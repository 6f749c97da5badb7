/** How many times its work something may last where other programs keep the processor busy. */
const PATIENCE = 4
/** The longest that something may last on such a machine, in ms: all else that the lake is asked waits for it. */
const MAX_MS = 6000

/** Counts what this thread works while it runs; it runs from the start. */
export interface WorkClock {
  resume: () => void
  pause: () => void
  /** Whether it counted more than `ms` of work, or more than four times that have passed, or 6 s. */
  exceeds: (ms: number) => boolean
}

/**
 * By the clock on the wall alone, a busy machine would stop what is little work. Asking for the work costs some µs, so
 * the time is asked for first: work takes at least that.
 */
export function startWorkClock(): WorkClock {
  let [passed, worked] = [0, 0]
  let begun = performance.now()
  let usage = process.threadCpuUsage()
  const passedBy = (): number => passed + performance.now() - begun

  function workedBy(): number {
    const { user, system } = process.threadCpuUsage(usage)
    return worked + (user + system) / 1000
  }
  return {
    resume: () => {
      begun = performance.now()
      usage = process.threadCpuUsage()
    },
    pause: () => {
      passed = passedBy()
      worked = workedBy()
    },
    exceeds: (ms) => passedBy() > ms && (passedBy() > Math.min(PATIENCE * ms, MAX_MS) || workedBy() > ms),
  }
}
