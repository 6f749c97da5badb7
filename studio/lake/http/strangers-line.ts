import { LakeError } from '../errors.ts'
import { createLimiter, type Limiter } from './queues.ts'

/** Where callers without a token wait for pictures: one at a time, with addresses taking turns. */
export interface StrangersLine {
  /**
   * Counts a waiting request. Returns how to stop counting it.
   * @throws LakeError 429 where too many of this address wait, 503 where too many of all do
   */
  enter: (address: string) => () => void
  /** Runs the work on this address's turn. @throws the signal's reason, if aborted before */
  run: (address: string, work: () => Promise<void>, signal: AbortSignal) => Promise<void>
}

interface Address {
  /** The queue of this address's own pictures. */
  own: Limiter
  waiting: number
}

/** Several people of an office, who share an address, may open a page of thirty pictures. */
const MAX_OF_ADDRESS = 120
/** And of all those together: a quarter of what the lake answers at a time. */
const MAX_OF_ALL = 500
const RETRY_S = 3

export function createStrangersLine(): StrangersLine {
  // Holds the first request of each address.
  const first = createLimiter(1, MAX_OF_ALL)
  const addresses = new Map<string, Address>()
  let waiting = 0

  function addressOf(name: string): Address {
    const address = addresses.get(name) ?? { own: createLimiter(1, MAX_OF_ADDRESS), waiting: 0 }
    addresses.set(name, address)
    return address
  }

  return {
    enter: (name) => {
      if (waiting >= MAX_OF_ALL)
        throw tooMany(503, 'Too many pictures are waited for already. Try again in a moment.')
      const address = addressOf(name)
      if (address.waiting >= MAX_OF_ADDRESS)
        throw tooMany(429, `You wait for ${address.waiting} pictures already. Try again when some are there.`)
      address.waiting += 1
      waiting += 1
      return () => {
        address.waiting -= 1
        waiting -= 1
        if (address.waiting === 0) addresses.delete(name)
      }
    },
    run: (name, work, signal) => addressOf(name).own.run(() => first.run(work, signal), signal),
  }
}

function tooMany(status: 429 | 503, description: string): LakeError {
  return new LakeError(status, 'tooManyRequests', description, { retryAfter: RETRY_S })
}
