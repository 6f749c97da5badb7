import { LakeFault } from '../fault.ts'

/** Lets callers work one after the other. */
export type Turns = {
  /**
   * Works when it is this caller's turn, and not at all where the caller has left by then.
   * @throws LakeFault 429 where too many wait already
   */
  take: <T>(signal: AbortSignal, work: () => T) => Promise<T>
}

const MAX_WAITING = 20

/**
 * After each turn there is a pause as long as it took: whoever waits here gets half of the time at most, and
 * whoever need not wait the rest.
 */
export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve()
  let waiting = 0

  async function turn<T>(
    before: Promise<void>,
    signal: AbortSignal,
    work: () => T,
    done: () => void,
  ): Promise<T> {
    await before
    const started = performance.now()
    try {
      signal.throwIfAborted()
      return work()
    } finally {
      waiting--
      setTimeout(done, performance.now() - started)
    }
  }

  return {
    take: async (signal, work) => {
      if (waiting >= MAX_WAITING) {
        throw new LakeFault(
          429,
          'tooManyRequests',
          'Too many queries are waiting. Try again in some seconds.',
        )
      }
      waiting++
      const { promise, resolve } = Promise.withResolvers<void>()
      const before = last
      last = promise
      return turn(before, signal, work, resolve)
    },
  }
}
