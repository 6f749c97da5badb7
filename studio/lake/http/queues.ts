import { LakeError } from '../errors.ts'

/** A picture takes about a second, and some wait before each. */
const RETRY_S = 3

/** Runs work a few at a time, in the order in which it came. */
export interface Limiter {
  /**
   * @param signal at which what still waits leaves the queue, and its place to others
   * @throws LakeError 503 when too much waits already, and the signal's reason
   */
  run: <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>
}

/** @param atOnce how much runs at a time, @param waiting how much may wait for that. */
export function createLimiter(atOnce: number, waiting: number): Limiter {
  const queue: (() => void)[] = []
  let running = 0

  return {
    run: async (work, signal) => {
      signal?.throwIfAborted()
      if (running >= atOnce) {
        if (queue.length >= waiting)
          throw new LakeError(
            503,
            'busy',
            'The content lake has too much of this to do at the moment. Try again.',
            { retryAfter: RETRY_S },
          )
        // Whoever ends hands its place on, so that nobody gets in between.
        await turnIn(queue, signal)
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

function turnIn(queue: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  function begin(): void {
    signal?.removeEventListener('abort', leave)
    resolve()
  }
  function leave(): void {
    queue.splice(queue.indexOf(begin), 1)
    reject(signal?.reason)
  }
  queue.push(begin)
  signal?.addEventListener('abort', leave, { once: true })
  return promise
}

/** For whoever has left: an answer that nobody reads, of which there is nothing to log. */
export function givenUp(): LakeError {
  return new LakeError(408, 'requestGivenUp', 'The request was given up before it was answered.')
}

/** Lets callers work one after the other. */
export interface Turns {
  /**
   * Works when it is this caller's turn, and not at all where the caller has left by then.
   * @throws LakeError 429 where too many wait already, and 408 for who has left
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
      if (signal.aborted) throw givenUp()
      return work()
    } finally {
      waiting--
      setTimeout(done, performance.now() - started)
    }
  }

  return {
    take: async (signal, work) => {
      if (waiting >= MAX_WAITING) {
        throw new LakeError(
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
