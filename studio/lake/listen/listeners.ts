import { LakeError } from '../errors.ts'

/** Who reads a stream. */
export interface Reader {
  /** Aborted when the reader has left. */
  signal: AbortSignal
  address: string
  isTrusted: boolean
}

export interface ListenerLimits {
  /** How many listeners one address may have without a token. */
  perStranger: number
  /** How many there may be in all; half of them without a token. */
  total: number
}

export const LISTENERS: ListenerLimits = { perStranger: 20, total: 1000 }

/** Counts who listens. */
export interface Listeners {
  /** Returns how to leave. @throws LakeError 429 or 503 where there are too many */
  join: (reader: Reader) => () => void
}

export function createListeners({ perStranger, total }: ListenerLimits): Listeners {
  const byAddress = new Map<string, number>()
  let [strangers, all] = [0, 0]

  function count(address: string, change: 1 | -1): void {
    strangers += change
    const own = (byAddress.get(address) ?? 0) + change
    if (own === 0) byAddress.delete(address)
    else byAddress.set(address, own)
  }

  return {
    join: ({ address, isTrusted }) => {
      if (!isTrusted && (byAddress.get(address) ?? 0) >= perStranger) {
        const description = `You have ${perStranger} listeners already. Close some of them first.`
        throw new LakeError(429, 'tooManyListeners', description)
      }
      if (all >= total || (!isTrusted && strangers >= total / 2)) {
        throw new LakeError(503, 'tooManyListeners', 'Too many listen already. Try again later.')
      }
      all++
      if (!isTrusted) count(address, 1)
      let hasLeft = false
      return () => {
        if (hasLeft) return
        hasLeft = true
        all--
        if (!isTrusted) count(address, -1)
      }
    },
  }
}
