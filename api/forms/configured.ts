import type { Channel } from '../contract/submissions.ts'
import { createCrmSender } from '../delivery/crm.ts'
import { createMailSender } from '../delivery/mail.ts'
import type { Sender } from '../delivery/sender.ts'
import type { Env } from '../env-schema.ts'
import { createRateLimit, createSharedRateLimit, type RateLimit } from '../http/rate-limit.ts'
import type { Store } from '../store/store.ts'
import type { BotCheck } from './bot-check.ts'
import { proofOfWork } from './proof-of-work.ts'
import { recaptcha } from './recaptcha.ts'

/** Senders by channel; none for a channel that is not configured. */
export function configuredSenders(
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

/** Google's check where its key is set, and our own proof of work otherwise. */
export function configuredBotCheck(env: Env, store: Pick<Store, 'call'>): BotCheck {
  if (env.RECAPTCHA_SECRET_KEY === undefined)
    return proofOfWork(once(() => store.call('secret', 'bot-check-secret')))
  return recaptcha({
    secretKey: env.RECAPTCHA_SECRET_KEY,
    minScore: env.RECAPTCHA_MIN_SCORE,
    hostnames: env.SITE_URL ? [new URL(env.SITE_URL).hostname] : ['localhost', '127.0.0.1', env.HOST],
  })
}

/** Limits of posts and of challenges, counted by all nodes together where they share a database. */
export function configuredLimits(
  { RATE_LIMIT: perMinute }: Env,
  store: Pick<Store, 'call' | 'isShared'>,
): { rateLimit: RateLimit; challengeLimit: RateLimit } {
  const salt = once(() => store.call('secret', 'rate-salt'))
  const limit = (name: string, most: Env['RATE_LIMIT']): RateLimit =>
    store.isShared
      ? createSharedRateLimit(most, { name, salt, count: (key) => store.call('countRequest', key) })
      : createRateLimit(most)
  return {
    rateLimit: limit('posts', perMinute),
    // A page may run the check again before it posts, so there are more challenges than posts.
    challengeLimit: limit('challenges', perMinute === 'off' ? 'off' : perMinute * 4),
  }
}

/** Remembers the first answer. After a failure it asks again. */
function once(ask: () => Promise<string>): () => Promise<string> {
  let known: string | undefined
  return async () => (known ??= await ask())
}
