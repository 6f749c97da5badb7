import { Hono } from 'hono'
import { malformed, noChallenge, notFound, problemResponse, rateLimited } from '../contract/problems.ts'
import type { BotCheck } from './bot-check.ts'
import { botCheckScripts } from '../http/browser-scripts.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { fileResponse } from '../http/file.ts'
import { addressOf } from '../http/guard.ts'
import type { NodeEnv } from '../http/guard.ts'

/** The self-hosted bot check: `client.js`, its worker, and a challenge for each run. */
export function botCheckRoutes(
  botCheck: BotCheck,
  { rateLimit, trustedProxies }: { rateLimit: RateLimit; trustedProxies: number },
): Hono<NodeEnv> {
  const { client, worker } = botCheckScripts('/api/bot-check/')
  return new Hono<NodeEnv>()
    .get('/bot-check/client.js', (c) => fileResponse(client, c.req.raw, 200))
    .get('/bot-check/worker.js', (c) => fileResponse(worker, c.req.raw, 200))
    .get('/bot-check/challenge', async (c) => {
      if (!botCheck.challenge) return problemResponse(notFound)
      if ((c.req.query('action') ?? 'submit') !== 'submit')
        return problemResponse(malformed('The only action is "submit".'))
      const wait = await rateLimit(addressOf(c, trustedProxies))
      if (wait !== undefined) return problemResponse(rateLimited(wait))
      const challenge = await botCheck.challenge().catch(() => undefined)
      if (!challenge) return problemResponse(noChallenge)
      return c.json(challenge, 200, { 'cache-control': 'no-store' })
    })
}
