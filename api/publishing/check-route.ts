import { Hono } from 'hono'
import { z } from 'zod'
import type { ReleaseFault } from '../contract/content-error.ts'
import { ProblemError } from '../contract/problem.ts'
import { malformed } from '../contract/problems.ts'
import { NO_STORE } from '../http/answers.ts'
import type { NodeEnv } from '../http/client-address.ts'
import { otherMethods } from '../http/other-methods.ts'
import { readSigned } from './webhook-signature.ts'

/**
 * What publishing a content release would hold back; none if all of it would go live. Rejects with an
 * OperationalError where that can't be known now.
 */
export type CheckRelease = (release: string) => Promise<ReleaseFault[]>

/** Where the local content lake asks, with its webhook's secret. */
export const releaseChecker = { name: 'release-check', path: '/api/rebuild/check' } as const

const MAX_BYTES = 1_024

const payload = z.object({ release: z.string().regex(/^[\w-]{1,64}$/u) })

/** `POST /rebuild/check`: the content lake is about to publish a release, and asks what would be held back. */
export function checkRoutes(check: CheckRelease, secret: string | undefined): Hono<NodeEnv> {
  return new Hono<NodeEnv>()
    .post('/rebuild/check', async (c) => {
      const { body } = await readSigned(c.req.raw, secret, MAX_BYTES)
      const given = payload.safeParse(body)
      if (!given.success) throw new ProblemError(malformed('The body must be {"release": "<name>"}.'))
      return c.json({ faults: await check(given.data.release) }, 200, NO_STORE)
    })
    .all('/rebuild/check', otherMethods('POST'))
}
