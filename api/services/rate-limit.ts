import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts one post of an address. Gives the seconds to wait when it is one too many, else undefined. */
export type RateLimit = (address: string) => Promise<number | undefined>

/** At most `perMinute` in any minute that starts with an address's first post. Held in memory, per process. */
export function createRateLimit(perMinute: number | 'off'): RateLimit {
  if (perMinute === 'off') return () => Promise.resolve(undefined)
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (address) => {
    try {
      await limiter.consume(address)
      return undefined
    } catch (error) {
      if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000))
      throw error
    }
  }
}
