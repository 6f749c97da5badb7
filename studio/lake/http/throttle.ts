/** Slows down callers who guess tokens. */
export interface Throttle {
  /** Seconds until this address may try again; 0 when it may now. */
  waitOf: (address: string) => number
  /** Counts a wrong attempt of this address. */
  count: (address: string) => void
}

interface Tries {
  wrong: number
  until: number
  last: number
}

const FREE = 5
const MAX_S = 15 * 60
/** An address starts afresh after this long without a wrong attempt. */
const FORGOTTEN_MS = 30 * 60_000
const WINDOW_MS = 60_000
/** Above this many wrong attempts a minute in all, even the first of an address costs a wait. */
const MANY = 60
const MAX_ADDRESSES = 10_000

/**
 * Five wrong tries are free for an address, then each doubles its wait: 2 s, 4 s, up to 15 minutes. While many
 * addresses try at once, one is free. Whoever is right at the first try never waits.
 * @param now milliseconds of a clock that never goes back
 */
export function createThrottle(now: () => number): Throttle {
  // In order of the last attempt: the first are the ones to forget.
  const known = new Map<string, Tries>()
  let window = { since: now(), wrong: 0 }

  function triesOf(address: string): Tries | undefined {
    const tries = known.get(address)
    return tries !== undefined && now() - tries.last < FORGOTTEN_MS ? tries : undefined
  }

  return {
    waitOf: (address) => Math.max(0, Math.ceil(((triesOf(address)?.until ?? 0) - now()) / 1000)),
    count: (address) => {
      const last = now()
      if (last - window.since >= WINDOW_MS) window = { since: last, wrong: 0 }
      window.wrong += 1
      const wrong = (triesOf(address)?.wrong ?? 0) + 1
      const over = Math.min(wrong - (window.wrong > MANY ? 1 : FREE) + 1, 16)
      const wait = over > 0 ? Math.min(2 ** over, MAX_S) : 0
      known.delete(address)
      known.set(address, { wrong, until: last + wait * 1000, last })
      for (const oldest of known.keys()) {
        if (known.size <= MAX_ADDRESSES) break
        known.delete(oldest)
      }
    },
  }
}
