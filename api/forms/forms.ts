import path from 'node:path'
import { closeToOthers } from '../data-dir.ts'
import { createCrmSender } from '../delivery/crm.ts'
import { createMailSender } from '../delivery/mail.ts'
import type { Sender } from '../delivery/sender.ts'
import { overdue, startDelivery } from '../delivery/worker.ts'
import type { Env } from '../env-schema.ts'
import { plainHttpFault } from '../env.ts'
import { type Log, oncePerCause } from '../log.ts'
import type { BotCheck } from './bot-check.ts'
import type { Metrics } from '../metrics.ts'
import { proofOfWork } from './proof-of-work.ts'
import { createRateLimit, createSharedRateLimit, type RateLimit } from '../http/rate-limit.ts'
import { createReadiness, type Readiness } from '../http/health.ts'
import { recaptcha } from './recaptcha.ts'
import { createSubmissions, type Submissions } from './submissions.ts'
import { createInbox, type Inbox } from '../submissions/inbox.ts'
import type { Channel } from '../contract/submissions.ts'
import type { Call } from '../store/operations.ts'
import { openStore, type Store } from '../store/store.ts'

/** Everything that takes posts and brings them on, as the app needs it. */
export interface Forms {
  submissions: Submissions
  /** Asks the store, which holds the people who edit, too. */
  call: Call
  /** What editors do with them. */
  inbox: Inbox
  botCheck: BotCheck
  rateLimit: RateLimit
  challengeLimit: RateLimit
  trustedProxies: number
  readiness: () => Promise<Record<string, Readiness>>
  /** What keeps posts from being stored now, in sentences. */
  faults: () => string[]
  onPost: (form: string, status: number, seconds: number) => void
  /** Called for a forwarded address that is not believed. */
  onForwarded: () => void
  close(): Promise<void>
}

const ALARM_MS = 5 * 60_000

/** What it works with. */
export interface FormsParts {
  dataDir: string
  log: Log
  metrics: Metrics
}

/** What a test may put in the place of the real thing. */
export interface FormsOverrides {
  synchronous?: 'full' | 'normal'
  botCheck?: BotCheck
  /** In place of the real waits and time limits, which take hours. In ms. */
  delivery?: { waitMs: number; pollMs: number; timeoutMs: number }
}

/** Opens store, bot check and delivery as the settings say. A database that fails now is tried again later. */
export function openForms(
  env: Env,
  { dataDir, log, metrics }: FormsParts,
  overrides: FormsOverrides = {},
): Forms {
  const { synchronous = 'full' } = overrides
  for (const message of closeToOthers(dataDir, path.resolve(env.DIST_DIR))) log.warn(message)
  const plain = plainHttpFault(env)
  if (plain !== undefined) log.warn(plain)
  const complain = oncePerCause((told) => log.error(told, 'Something failed, and work goes on.'))
  let fault: string | undefined
  const store = openStore({
    dataDir,
    synchronous,
    databaseUrl: env.DATABASE_URL,
    onBrought: (message) => log.warn(message),
    onRefusal: (message) => complain('a post or question', message),
    onFault: (message) => {
      fault = message
      if (message === undefined) log.info('The submissions can be stored again.')
      else log.error(`${message} Posts are refused until then.`)
    },
  })
  const senders = configuredSenders(env, complain, overrides.delivery?.timeoutMs)
  const delivery = startDelivery({
    store,
    senders,
    onError: complain,
    isWeekly: env.WEEKLY_MAIL === 'on',
    ...(overrides.delivery && {
      pollMs: overrides.delivery.pollMs,
      waitAfter: () => overrides.delivery?.waitMs,
    }),
    onDelivered: (channel) => metrics.delivery(channel, 'delivered'),
    onFailure: ({ final, ...failure }) => {
      metrics.delivery(failure.channel, final ? 'dead' : 'retried')
      if (final) log.error(failure, 'A delivery was given up: see npm run submissions -- list --dead.')
      else log.warn(failure, 'A delivery failed and will be tried again.')
    },
  })
  const channels = new Set(senders.keys())
  const alarm = startAlarm(store, channels, log, complain)
  fillMetrics(metrics, store, channels)

  const salt = once(() => store.call('secret', 'rate-salt'))
  const limit = (name: string, perMinute: Env['RATE_LIMIT']): RateLimit =>
    store.isShared
      ? createSharedRateLimit(perMinute, { name, salt, count: (key) => store.call('countRequest', key) })
      : createRateLimit(perMinute)

  const botCheck = overrides.botCheck ?? configuredBotCheck(env, store)
  let warned = false
  return {
    submissions: createSubmissions({ store, botCheck, onStored: delivery.wake }),
    inbox: createInbox({ store, channels, onQueued: delivery.wake }),
    call: store.call,
    botCheck,
    rateLimit: limit('posts', env.RATE_LIMIT),
    // A page may run the check again before it posts, so there are more challenges than posts.
    challengeLimit: limit('challenges', env.RATE_LIMIT === 'off' ? 'off' : env.RATE_LIMIT * 4),
    trustedProxies: env.TRUST_PROXY,
    readiness: createReadiness({
      store: () => store.call('ping', Date.now()),
      mail: senders.get('mail')?.check,
      crm: senders.get('crm')?.check,
    }),
    // Who may read it is told which file, and not where this server keeps it.
    faults: () => (fault === undefined ? [] : [fault.replaceAll(`${dataDir}${path.sep}`, '')]),
    onPost: (form, status, seconds) => metrics.post(form, status, seconds),
    onForwarded: () => {
      if (!warned)
        log.warn('Forwarded addresses are ignored: set TRUST_PROXY to the number of proxies in front.')
      warned = true
    },
    close: async () => {
      clearInterval(alarm)
      await delivery.stop()
      await store.close()
    },
  }
}

/** Says in the log, again and again, what waits for delivery for over an hour. */
function startAlarm(
  store: Store,
  channels: ReadonlySet<Channel>,
  log: Log,
  onError: (cause: string, error: unknown) => void,
): NodeJS.Timeout {
  return setInterval(() => {
    void overdue(store, channels, Date.now()).then(
      (late) =>
        late.forEach((one) => log.error(one, 'ALARM: submissions wait for delivery for over an hour.')),
      (error: unknown) => onError('the alarm', error),
    )
  }, ALARM_MS)
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

function configuredSenders(
  env: Env,
  onError: (cause: string, error: unknown) => void,
  timeoutMs?: number,
): Map<Channel, Sender> {
  const limit = timeoutMs === undefined ? {} : { timeoutMs }
  const senders = new Map<Channel, Sender>()
  const { SMTP_URL: smtpUrl, NOTIFY_EMAIL: to, CRM_WEBHOOK_URL: url, CRM_WEBHOOK_SECRET: secret } = env
  if (smtpUrl !== undefined && to !== undefined)
    senders.set('mail', createMailSender({ smtpUrl, to, from: env.MAIL_FROM ?? to, onError, ...limit }))
  if (url !== undefined && secret !== undefined)
    senders.set('crm', createCrmSender({ url, secret, ...limit }))
  return senders
}

function configuredBotCheck(env: Env, store: Store): BotCheck {
  if (env.RECAPTCHA_SECRET_KEY === undefined)
    return proofOfWork(once(() => store.call('secret', 'bot-check-secret')))
  return recaptcha({
    secretKey: env.RECAPTCHA_SECRET_KEY,
    minScore: env.RECAPTCHA_MIN_SCORE,
    hostnames: env.SITE_URL ? [new URL(env.SITE_URL).hostname] : ['localhost', '127.0.0.1', env.HOST],
  })
}

/** Remembers the first answer; a failure is asked again. */
function once(ask: () => Promise<string>): () => Promise<string> {
  let known: string | undefined
  return async () => (known ??= await ask())
}
