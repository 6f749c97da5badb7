import type { Channel } from '../contract/submissions.ts'
import type { Store } from '../store/store.ts'

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
