import { HOUR_MS, inWords } from '../contract/time.ts'
import type { Log } from '../log.ts'

/** Takes by how much a genuine call's time is ahead of ours, in ms; less than 0 where it is behind. */
export type TellClock = (aheadMs: number) => void

interface Options {
  log: Pick<Log, 'error'>
  /** In ms; no clock that somebody sets right meanwhile. */
  now?: () => number
}

/**
 * Says, once an hour at most, that genuine calls are refused for their time: only their sender is told otherwise, and
 * whoever set this machine's clock looks there last.
 */
export function createClockTeller({ log, now = () => performance.now() }: Options): TellClock {
  let toldAt = -Infinity
  return (aheadMs) => {
    if (now() - toldAt < HOUR_MS) return
    toldAt = now()
    const difference = inWords(Math.abs(aheadMs))
    log.error(
      aheadMs > 0
        ? `A webhook’s call was refused: it was signed ${difference} ahead of this machine’s clock. ${SET_CLOCK}`
        : `A webhook’s call was refused: it was signed ${difference} before, by this machine’s clock. Unless it was sent once more, that is wrong. ${SET_CLOCK}`,
    )
  }
}

const SET_CLOCK =
  'Have the clock set by the network (timedatectl set-ntp true). Until then what is published goes live within five minutes, not at once.'
