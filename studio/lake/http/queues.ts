import { LakeError } from '../errors.ts'

/** A picture takes about a second, and some wait before each. */
const RETRY_S = 3

/** Runs work a few at a time, in the order in which it came. */
export interface Limiter {
  /**
   * @param signal makes work that still waits leave the queue
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
        // Work that ends hands its place to the next in line, so that nobody jumps the queue.
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

/** For a client that has left: nobody reads this answer, and it is not logged. */
export function givenUp(): LakeError {
  return new LakeError(408, 'requestGivenUp', 'The request was given up before it was answered.')
}

/** Runs callers' work one at a time, with addresses taking turns. */
export interface Turns {
  /**
   * Works when it is this caller's turn, and not at all where the caller has left by then.
   * @throws LakeError 429 where too many wait already, of this address or of all, and 408 for who has left
   */
  take: <T>(caller: { signal: AbortSignal; address: string }, work: () => T) => Promise<T>
}

/** How many may wait, of one address (perhaps a whole office) and of all. Each holds its query in memory. */
const MAX_WAITING = { ofAddress: 20, ofAll: 60 }

interface Address {
  /** The queue of callers from this address. */
  own: Limiter
  waiting: number
}

/**
 * Pauses after each turn for as long as it took, so that those who wait here get at most half of the time and trusted
 * callers the rest.
 */
export function createTurns(): Turns {
  // Holds the first caller of each address.
  const first = createLimiter(1, MAX_WAITING.ofAll)
  const addresses = new Map<string, Address>()
  let waiting = 0

  function enter(name: string): Address {
    const address = addresses.get(name) ?? { own: createLimiter(1, MAX_WAITING.ofAddress), waiting: 0 }
    if (waiting >= MAX_WAITING.ofAll || address.waiting >= MAX_WAITING.ofAddress)
      throw new LakeError(429, 'tooManyRequests', 'Too many queries are waiting. Try again in some seconds.')
    addresses.set(name, address)
    address.waiting += 1
    waiting += 1
    return address
  }

  function leave(name: string, address: Address): void {
    address.waiting -= 1
    waiting -= 1
    if (address.waiting === 0) addresses.delete(name)
  }

  async function take<T>(
    { signal, address: name }: { signal: AbortSignal; address: string },
    work: () => T,
  ): Promise<T> {
    const address = enter(name)
    const { promise, resolve } = Promise.withResolvers<T>()
    // Its error reaches the caller through the promise.
    async function answer(): Promise<T> {
      if (signal.aborted) throw givenUp()
      return work()
    }
    async function turn(): Promise<void> {
      const started = performance.now()
      resolve(answer())
      const took = performance.now() - started
      await new Promise((end) => setTimeout(end, took))
      leave(name, address)
    }
    void address.own.run(() => first.run(turn))
    return promise
  }

  return { take }
}
