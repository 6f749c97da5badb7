import { createHmac } from 'node:crypto'

/**
 * Counts one request under a key: an address, a person, a mail address. Gives the seconds to wait where it is one too
 * many, else undefined.
 */
export type RateLimit = (key: string) => Promise<number | undefined>

/** A few MB. A limit for each address does not stop somebody who has more of them than this. */
const MAX_KEYS = 50_000
const WINDOW_MS = 60_000

/**
 * Lets `perMinute` requests of a key pass in the minute, or `perMs`, that begins with its first one. Counts are in the
 * memory of this process; of too many keys, those whose minute began first are forgotten.
 */
export function createRateLimit(
  perMinute: number | 'off',
  { maxKeys = MAX_KEYS, perMs = WINDOW_MS, now = () => performance.now() } = {},
): RateLimit {
  if (perMinute === 'off') return () => Promise.resolve(undefined)
  // A map keeps the order of insertion, so the first of it is always the one that ends first.
  const windows = new Map<string, { count: number; endsAt: number }>()

  function forgetOld(at: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > at && windows.size < maxKeys) return
      windows.delete(key)
    }
  }

  return (key) => {
    const at = now()
    const known = windows.get(key)
    if (known && known.endsAt > at) {
      known.count += 1
      const wait = Math.max(1, Math.ceil((known.endsAt - at) / 1_000))
      return Promise.resolve(known.count > perMinute ? wait : undefined)
    }
    windows.delete(key)
    forgetOld(at)
    windows.set(key, { count: 1, endsAt: at + perMs })
    return Promise.resolve(undefined)
  }
}

interface SharedCounts {
  /** Keeps the counts of this limit apart from those of other limits. */
  name: string
  /** Counts one request under a key for all nodes. */
  count: (key: string) => Promise<{ count: number; leftMs: number }>
  /** A secret of all nodes: of an address the database gets a hash alone. */
  salt: () => Promise<string>
}

/**
 * The same for all nodes together. A caller who is over the limit at one node is refused there, so that a flood does
 * not reach the database. While that does not answer, each node counts for itself.
 */
export function createSharedRateLimit(
  perMinute: number | 'off',
  { name, count, salt }: SharedCounts,
): RateLimit {
  const own = createRateLimit(perMinute)
  if (perMinute === 'off') return own
  return async (key) => {
    const wait = await own(key)
    if (wait !== undefined) return wait
    try {
      const hash = createHmac('sha256', await salt())
        .update(`${name} ${key}`)
        .digest('base64url')
      const shared = await count(hash)
      return shared.count > perMinute ? Math.max(1, Math.ceil(shared.leftMs / 1_000)) : undefined
    } catch {
      // The store reports the failure itself.
      return undefined
    }
  }
}
