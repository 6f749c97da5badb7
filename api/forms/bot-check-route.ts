import { Hono } from 'hono'
import { brotliCompressSync } from 'node:zlib'
import { ProblemError } from '../contract/problem.ts'
import { malformed, noChallenge, notFound, rateLimited } from '../contract/problems.ts'
import { NO_STORE } from '../http/answers.ts'
import { addressOf, type NodeEnv } from '../http/client-address.ts'
import { fileResponse } from '../http/file.ts'
import { otherMethods } from '../http/other-methods.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { etagOf, type SiteFile } from '../http/release.ts'
import type { BotCheck } from './bot-check.ts'
import { botCheckWorker } from './browser/bot-check-worker.ts'
import { botCheckClient } from './browser/bot-check.ts'

/** The self-hosted bot check: `client.js`, its worker, and a challenge for each run. */
export function botCheckRoutes(
  botCheck: BotCheck,
  { rateLimit, trustedProxies }: { rateLimit: RateLimit; trustedProxies: number },
): Hono<NodeEnv> {
  const client = script('client.js', `(${botCheckClient.toString()})("/api/bot-check/")`)
  const worker = script('worker.js', `(${botCheckWorker.toString()})()`)
  return new Hono<NodeEnv>()
    .get('/bot-check/client.js', (c) => fileResponse(client, c.req.raw, 200))
    .all('/bot-check/client.js', otherMethods('GET, HEAD'))
    .get('/bot-check/worker.js', (c) => fileResponse(worker, c.req.raw, 200))
    .all('/bot-check/worker.js', otherMethods('GET, HEAD'))
    .get('/bot-check/challenge', async (c) => {
      if (!botCheck.challenge) throw new ProblemError(notFound)
      if ((c.req.query('action') ?? 'submit') !== 'submit')
        throw new ProblemError(malformed('The only action is "submit".'))
      const wait = await rateLimit(addressOf(c, trustedProxies))
      if (wait !== undefined) throw new ProblemError(rateLimited(wait))
      const challenge = await botCheck.challenge().catch((error: unknown) => {
        throw new ProblemError(noChallenge, { cause: error })
      })
      return c.json(challenge, 200, NO_STORE)
    })
    .all('/bot-check/challenge', otherMethods('GET, HEAD'))
}

/** A script for browsers, without indents and comments. Node stripped its types when it loaded the function. */
function script(name: string, text: string): SiteFile {
  const lines = text.split('\n').map((line) => line.trim())
  const body = Buffer.from(lines.filter((line) => line !== '' && !line.startsWith('//')).join('\n'))
  return { name, body, brotli: brotliCompressSync(body), etag: etagOf(body) }
}
