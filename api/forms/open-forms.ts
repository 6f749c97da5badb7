import path from 'node:path'
import type { Channel } from '../contract/submissions.ts'
import { closeToOthers } from '../data-dir.ts'
import { startAlarm } from '../delivery/alarm.ts'
import { createChannelChecks } from '../delivery/channel-checks.ts'
import type { Sender } from '../delivery/sender.ts'
import { startDelivery, type DeliveryWorker } from '../delivery/worker.ts'
import type { Env } from '../env-schema.ts'
import { plainHttpFault } from '../env.ts'
import { createReadiness, type Readiness } from '../http/health.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { type Log, oncePerCause } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Call } from '../store/operations.ts'
import { openStore, type Store } from '../store/store.ts'
import { createInbox, type Inbox } from '../submissions/inbox.ts'
import type { BotCheck } from './bot-check.ts'
import { configuredBotCheck, configuredLimits, configuredSenders } from './configured.ts'
import { createSubmissions, type Submissions } from './submissions.ts'

/** All that takes, stores and delivers posts, as the app needs it. */
export interface Forms {
  submissions: Submissions
  /** Calls the store, which also holds the people who edit. */
  call: Call
  /** What editors do with them. */
  inbox: Inbox
  botCheck: BotCheck
  rateLimit: RateLimit
  challengeLimit: RateLimit
  trustedProxies: number
  readiness: () => Promise<Record<string, Readiness>>
  /** What keeps posts from being stored or delivered now, in sentences. */
  faults: () => string[]
  onPost: (form: string, status: number, seconds: number) => void
  close(): Promise<void>
}

/** What forms need of the server. */
export interface FormsParts {
  dataDir: string
  log: Log
  metrics: Metrics
}

/** What a test may replace. */
export interface FormsOverrides {
  synchronous?: 'full' | 'normal'
  botCheck?: BotCheck
  /** In place of the real pauses and time limits, which add up to hours. In ms. */
  delivery?: { waitMs: number; pollMs: number; timeoutMs: number }
}

/** Opens store, bot check and delivery as the settings say. A database that fails now is tried again with each use. */
export function openForms(env: Env, parts: FormsParts, overrides: FormsOverrides = {}): Forms {
  const { dataDir, log, metrics } = parts
  for (const message of closeToOthers(dataDir, path.resolve(env.DIST_DIR))) log.warn(message)
  const plain = plainHttpFault(env)
  if (plain !== undefined) log.warn(plain)
  const logOnce = oncePerCause((failure) => log.error(failure, 'Something failed, and work goes on.'))
  const { store, fault } = openFormStore(env, parts, { ...overrides, logOnce })
  const senders = configuredSenders(env, logOnce, overrides.delivery?.timeoutMs)
  const delivery = openDelivery(
    { store, senders, isWeekly: env.WEEKLY_MAIL === 'on', logOnce },
    parts,
    overrides,
  )
  const channels = new Set(senders.keys())
  const channelChecks = createChannelChecks(senders)
  const alarm = startAlarm({ store, channels, log, onError: logOnce })
  fillMetrics(metrics, store, channels)

  const botCheck = overrides.botCheck ?? configuredBotCheck(env, store)
  return {
    submissions: createSubmissions({ store, botCheck, onStored: delivery.wake }),
    inbox: createInbox({ store, channels, onQueued: delivery.wake }),
    call: store.call,
    botCheck,
    ...configuredLimits(env, store),
    trustedProxies: env.TRUST_PROXY,
    readiness: createReadiness({
      store: () => store.call('ping', Date.now()),
      mail: channelChecks.checks.mail,
      crm: channelChecks.checks.crm,
    }),
    // Names the file, but not the folder that it is in.
    faults: () => {
      const message = fault()
      const ofStore = message === undefined ? [] : [message.replaceAll(`${dataDir}${path.sep}`, '')]
      return [...ofStore, ...channelChecks.faults()]
    },
    onPost: (form, status, seconds) => metrics.post(form, status, seconds),
    close: async () => {
      clearInterval(alarm)
      await delivery.stop()
      await store.close()
    },
  }
}

type LogOnce = (cause: string, error: unknown) => void

/** The store, and what keeps it from storing posts now, in a sentence. */
function openFormStore(
  env: Env,
  { dataDir, log }: FormsParts,
  { synchronous = 'full', logOnce }: Pick<FormsOverrides, 'synchronous'> & { logOnce: LogOnce },
): { store: Store; fault: () => string | undefined } {
  let fault: string | undefined
  const store = openStore({
    dataDir,
    synchronous,
    databaseUrl: env.DATABASE_URL,
    onBrought: (message) => log.warn(message),
    onRefusal: (message) => logOnce('a post or question', message),
    onFault: (message) => {
      fault = message
      if (message === undefined) log.info('The submissions can be stored again.')
      else log.error(`${message} Posts are refused until they can be stored again.`)
    },
  })
  return { store, fault: () => fault }
}

interface DeliveryWork {
  store: Store
  senders: ReadonlyMap<Channel, Sender>
  isWeekly: boolean
  logOnce: LogOnce
}

function openDelivery(
  { logOnce, ...work }: DeliveryWork,
  { log, metrics }: FormsParts,
  { delivery: hurried }: FormsOverrides,
): DeliveryWorker {
  return startDelivery({
    ...work,
    onError: logOnce,
    ...(hurried && { pollMs: hurried.pollMs, waitAfter: () => hurried.waitMs }),
    onDelivered: (channel) => metrics.delivery(channel, 'delivered'),
    onFailure: ({ final, ...failure }) => {
      metrics.delivery(failure.channel, final ? 'dead' : 'retried')
      if (final) log.error(failure, 'A delivery was given up: see npm run submissions -- list --dead.')
      else log.warn(failure, 'A delivery failed and will be tried again.')
    },
  })
}

function fillMetrics(metrics: Metrics, store: Store, channels: ReadonlySet<Channel>): void {
  metrics.onScrape(async ({ storeWaiting, outbox, outboxOldest }) => {
    storeWaiting.set(store.waiting())
    for (const { channel, state, count, oldest } of await store.call('outboxStats')) {
      outbox.set({ channel, state }, count)
      // What waits for a channel that is not configured is not late.
      if (state === 'due' && channels.has(channel))
        outboxOldest.set({ channel }, (Date.now() - oldest) / 1_000)
    }
  })
}
