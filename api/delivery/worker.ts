import { setTimeout as delay } from 'node:timers/promises'
import type { Channel } from '../contract/submissions.ts'
import type { Store } from '../store/store.ts'
import type { Delivery } from '../store/submissions/outbox.ts'
import { AttemptFailed, waitAfter as standardWait } from './attempt.ts'
import { repeat } from './repeat.ts'
import type { Sender } from './sender.ts'

export interface DeliveryOptions {
  store: Pick<Store, 'call' | 'isShared'>
  /** The channels that are configured; deliveries on others wait in the store. */
  senders: ReadonlyMap<Channel, Sender>
  /** Whether a report is mailed each week. */
  isWeekly?: boolean
  /** Called after each attempt that succeeded. */
  onDelivered?: (channel: Channel) => void
  /** Called after each attempt that failed; `final` after the last one. */
  onFailure: (failure: { channel: Channel; error: string; attempt: number; final: boolean }) => void
  /** Called with errors that are no receiver's fault; the work goes on. */
  onError: (cause: string, error: unknown) => void
  /** How long to wait after the given attempt has failed, in ms; undefined gives up. */
  waitAfter?: (attempt: number) => number | undefined
  pollMs?: number
  /** How long a stop waits for attempts that hang, in ms. */
  stopLimitMs?: number
  now?: () => number
}

/** The part of the process that empties the outbox. */
export interface DeliveryWorker {
  /** Looks at once, as something new is due. */
  wake: () => void
  /** Ends after the attempts under way, or after 5 s. */
  stop: () => Promise<void>
}

const BATCH = 10
/** Longer than any attempt, so that a claim only expires if its process has died. */
const LEASE_MS = 3 * 60_000
/** An attempt that hangs for longer is abandoned, and made again after the next start. */
const STOP_LIMIT_MS = 5_000
const HOUSEKEEPING_MS = 10 * 60_000

/**
 * Delivers what is due, at least once each, until it is stopped. Each channel has its own loop, so that one that hangs
 * holds up no other.
 */
export function startDelivery(options: DeliveryOptions): DeliveryWorker {
  const { store, senders, waitAfter = standardWait, pollMs = 5_000, now = Date.now } = options
  const { stopLimitMs = STOP_LIMIT_MS } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let isOver = false

  function failed(cause: string): (error: unknown) => undefined {
    return (error) => {
      options.onError(cause, error)
    }
  }

  /** Undefined if nodes share a database: its clock counts then, as their own differ and would end claims early. */
  function clock(): number | undefined {
    return store.isShared ? undefined : now()
  }

  let tidiedAt = -Infinity
  async function tidy(): Promise<boolean> {
    const at = now()
    // Of either sign, as the clock may have been set back.
    if (Math.abs(at - tidiedAt) < HOUSEKEEPING_MS) return false
    if (senders.has('mail')) await store.call('queueDigests', at)
    if (options.isWeekly === true) await store.call('queueWeekly', at)
    await store.call('forget', at)
    tidiedAt = at
    return false
  }

  /** Whether there was anything to deliver on the channel. */
  async function deliver(channel: Channel, sender: Sender): Promise<boolean> {
    const due = { now: clock(), leaseMs: LEASE_MS, limit: BATCH, channels: [channel] }
    const deliveries = await store.call('claimDue', due)
    await Promise.all(deliveries.map((delivery) => attempt(delivery, sender).catch(failed('a delivery'))))
    return deliveries.length > 0
  }

  /** Each delivery is settled on its own: otherwise, a crash during a slow one would repeat the others. */
  async function attempt(delivery: Delivery, sender: Sender): Promise<void> {
    const { submissionId, channel, revision, attempt: count } = delivery
    const row = { submissionId, channel, revision }
    const failure = await sender.send(delivery).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof AttemptFailed) return error
        options.onError(`the channel ${channel}`, error)
        return new AttemptFailed('ERROR')
      },
    )
    // Abandoned at the stop: the store may be closed by now, and what has to be done is known to the next start.
    if (failure && isOver) return
    const wait = failure && waitFor(failure, waitAfter(count))
    if (!failure) options.onDelivered?.(channel)
    else options.onFailure({ channel, error: failure.message, attempt: count, final: wait === undefined })
    await store.call('settle', [{ ...row, ...endOf(failure, wait) }], clock())
  }

  // Claims of an earlier process are released before this one claims anything.
  const begun = store.isShared ? Promise.resolve() : store.call('releaseClaims').catch(failed('the outbox'))
  const housekeeping = repeat(() => tidy().catch(failed('the digest')), { pauseMs: pollMs, begun, signal })
  const loops = [...senders].map(([channel, sender]) =>
    repeat(() => deliver(channel, sender).catch(failed('the outbox')), {
      pauseMs: pollMs,
      // A digest that is queued at the start goes out with the first look.
      begun: begun.then(() => housekeeping.looked),
      signal,
    }),
  )

  async function stop(): Promise<void> {
    stopping.abort()
    const ended = Promise.all([housekeeping, ...loops].map((loop) => loop.ended))
    await Promise.race([ended, delay(stopLimitMs, undefined, { ref: false })])
    isOver = true
    for (const sender of senders.values()) sender.close()
  }
  return { wake: () => loops.forEach((loop) => loop.wake()), stop }
}

/** Time until the next attempt, in ms, and no less than the receiver asked for; undefined if there is none. */
function waitFor({ isPermanent, retryAfterMs }: AttemptFailed, wait: number | undefined): number | undefined {
  return isPermanent || wait === undefined ? undefined : Math.max(wait, retryAfterMs)
}

/** What becomes of a delivery; `wait` is undefined if no other attempt follows. */
function endOf(failure: AttemptFailed | undefined, wait: number | undefined) {
  if (!failure) return { state: 'done' } as const
  const error = failure.message
  return wait === undefined
    ? ({ state: 'dead', error } as const)
    : ({ state: 'due', waitMs: wait, error } as const)
}
