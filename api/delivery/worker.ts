import { setTimeout as delay } from 'node:timers/promises'
import type { Delivery } from '../store/outbox.ts'
import type { Channel } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { AttemptFailed, waitAfter as standardWait } from './attempt.ts'
import type { Sender } from './sender.ts'

export interface DeliveryOptions {
  store: Pick<Store, 'call' | 'isShared'>
  /** The channels that are configured; deliveries on others wait in the store. */
  senders: ReadonlyMap<Channel, Sender>
  /** Told about each attempt that failed; `final` when there will be no other. */
  onFailure: (failure: { channel: Channel; error: string; attempt: number; final: boolean }) => void
  /** Told of errors that are nobody's failure to take a delivery; the work goes on. */
  onError: (cause: string, error: unknown) => void
  /** How long to wait after the given attempt has failed, in ms; undefined gives up. */
  waitAfter?: (attempt: number) => number | undefined
  pollMs?: number
  now?: () => number
}

/** The part of the process that empties the outbox. */
export interface DeliveryWorker {
  /** Something new is due: look now. */
  wake: () => void
  /** Ends after the attempts under way, or after 5 s. */
  stop: () => Promise<void>
}

const BATCH = 10
/** Longer than any attempt takes, so that a claim ends only when its taker has died. */
const LEASE_MS = 3 * 60_000
/** An attempt that hangs longer is left to its claim, and made again after the next start. */
const STOP_LIMIT_MS = 5_000
const HOUSEKEEPING_MS = 10 * 60_000

/** Delivers what is due, at least once each, until it is stopped. */
export function startDelivery(options: DeliveryOptions): DeliveryWorker {
  const { store, senders, waitAfter = standardWait, pollMs = 5_000, now = Date.now } = options
  const channels = [...senders.keys()]
  const stopping = new AbortController()
  const { signal } = stopping
  let due = false
  let wakeUp: (() => void) | undefined
  let tidyAt = 0

  async function run(): Promise<void> {
    if (!store.isShared) await store.call('releaseClaims').catch(failed('the outbox'))
    while (!signal.aborted) {
      due = false
      // The outbox is looked at again when it is time.
      const found = (await round().catch(failed('the outbox'))) ?? 0
      if (found === 0 && !due && !signal.aborted) await pause()
    }
  }

  async function round(): Promise<number> {
    // What can't be tidied is no reason to deliver nothing.
    if (now() >= tidyAt) await tidy().catch(failed('the digest'))
    if (channels.length === 0) return 0
    const deliveries = await store.call('claimDue', { now: now(), leaseMs: LEASE_MS, limit: BATCH, channels })
    await Promise.all(deliveries.map((delivery) => attempt(delivery).catch(failed('a delivery'))))
    return deliveries.length
  }

  async function tidy(): Promise<void> {
    await store.call('queueDigests', now())
    await store.call('forget', now())
    tidyAt = now() + HOUSEKEEPING_MS
  }

  function failed(cause: string): (error: unknown) => undefined {
    return (error) => {
      options.onError(cause, error)
    }
  }

  /** Each is settled on its own, so that a slow one does not make the others come twice after a crash. */
  async function attempt(delivery: Delivery): Promise<void> {
    const { entryId, channel, revision, attempt: count } = delivery
    const row = { entryId, channel, revision }
    const sender = senders.get(channel)
    if (!sender) return
    const failure = await sender.send(delivery).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof AttemptFailed) return error
        options.onError(`the channel ${channel}`, error)
        return new AttemptFailed('ERROR')
      },
    )
    const wait = failure && !failure.isPermanent ? waitAfter(count) : undefined
    if (failure)
      options.onFailure({ channel, error: failure.message, attempt: count, final: wait === undefined })
    await store.call('settle', [{ ...row, ...endOf(failure, wait, now()) }])
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function wake(): void {
    due = channels.length > 0
    wakeUp?.()
  }

  const ended = run()
  async function stop(): Promise<void> {
    stopping.abort()
    wakeUp?.()
    await Promise.race([ended, delay(STOP_LIMIT_MS, undefined, { ref: false })])
    for (const sender of senders.values()) sender.close()
  }
  return { wake, stop }
}

const HOUR_MS = 3_600_000

/** A channel whose oldest undelivered submission waits for longer than an hour. */
export interface Overdue {
  channel: Channel
  count: number
  ageSeconds: number
}

/** Looks for overdue deliveries on the channels that are configured. Rejects when the store does not answer. */
export async function overdue(
  store: Pick<Store, 'call'>,
  channels: ReadonlySet<Channel>,
  now: number,
): Promise<Overdue[]> {
  const rows = await store.call('outboxStats')
  return rows
    .filter(
      ({ state, channel, oldest }) => state === 'due' && channels.has(channel) && now - oldest > HOUR_MS,
    )
    .map(({ channel, count, oldest }) => ({ channel, count, ageSeconds: Math.round((now - oldest) / 1_000) }))
}

/** What becomes of a delivery; `wait` is undefined where no other attempt follows. */
function endOf(failure: AttemptFailed | undefined, wait: number | undefined, now: number) {
  if (!failure) return { state: 'done' } as const
  const error = failure.message
  return wait === undefined
    ? ({ state: 'dead', error } as const)
    : ({ state: 'due', dueAt: now + wait, error } as const)
}
