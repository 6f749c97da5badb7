import { LakeFault } from '../fault.ts'

/** Runs work a few at a time, in the order in which it came. */
export type Limiter = {
  /** @throws LakeFault 503 when too much waits already. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** @param atOnce how much runs at a time, @param waiting how much may wait for that. */
export function createLimiter(atOnce: number, waiting: number): Limiter {
  const queue: (() => void)[] = []
  let running = 0

  return {
    run: async (work) => {
      if (running >= atOnce) {
        if (queue.length >= waiting)
          throw new LakeFault(
            503,
            'busy',
            'The content lake has too much of this to do at the moment. Try again.',
          )
        // Whoever ends hands its place on, so that nobody gets in between.
        await new Promise<void>((resolve) => void queue.push(resolve))
      } else running += 1
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
