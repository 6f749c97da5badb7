/** Counts one post of an address. Gives the seconds to wait when it is one too many, else undefined. */
export type RateLimit = (address: string) => Promise<number | undefined>

/** A few MB at most: who has more addresses than this in a minute is not kept off by a limit for each. */
const mostAddresses = 50_000
const windowMs = 60_000

/**
 * At most `perMinute` in any minute that starts with an address's first post. Held in memory, per process,
 * and bounded: of too many addresses those whose minute began first are forgotten.
 */
export function createRateLimit(
  perMinute: number | 'off',
  { most = mostAddresses, now = () => performance.now() } = {},
): RateLimit {
  if (perMinute === 'off') return () => Promise.resolve(undefined)
  // A map keeps the order of insertion, so the first of it is always the one that ends first.
  const windows = new Map<string, { count: number; endsAt: number }>()

  function forgetOld(at: number): void {
    for (const [address, { endsAt }] of windows) {
      if (endsAt > at && windows.size < most) return
      windows.delete(address)
    }
  }

  return (address) => {
    const at = now()
    const known = windows.get(address)
    if (known && known.endsAt > at) {
      known.count += 1
      const wait = Math.max(1, Math.ceil((known.endsAt - at) / 1_000))
      return Promise.resolve(known.count > perMinute ? wait : undefined)
    }
    windows.delete(address)
    forgetOld(at)
    windows.set(address, { count: 1, endsAt: at + windowMs })
    return Promise.resolve(undefined)
  }
}
