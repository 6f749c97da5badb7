import type { Channel } from '../contract/submissions.ts'
import { HOUR_MS } from '../contract/time.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/store.ts'

/** A channel whose oldest undelivered submission has waited for over an hour. */
export interface Overdue {
  channel: Channel
  count: number
  ageSeconds: number
}

interface AlarmOptions {
  store: Pick<Store, 'call'>
  /** The configured channels. What waits for another one is not late. */
  channels: ReadonlySet<Channel>
  log: Log
  onError: (cause: string, error: unknown) => void
}

const ALARM_MS = 5 * 60_000

/** Logs every few minutes what has waited for delivery for over an hour. */
export function startAlarm({ store, channels, log, onError }: AlarmOptions): NodeJS.Timeout {
  return setInterval(() => {
    void overdue(store, channels, Date.now()).then(
      (late) =>
        late.forEach((one) => log.error(one, 'ALARM: submissions wait for delivery for over an hour.')),
      (error: unknown) => onError('the alarm', error),
    )
  }, ALARM_MS)
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
