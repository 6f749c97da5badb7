import { Hono } from 'hono'
import { ADMINISTERED_TYPES } from '../contract/document-types.ts'
import { NO_STORE } from '../http/answers.ts'
import { otherMethods } from '../http/other-methods.ts'
import type { Hook } from '../store/publishing/publish-hooks.ts'
import type { PublishService } from './publish-service.ts'
import type { TellClock } from './webhook-clock.ts'
import { readSigned, SignedAtAnotherTime } from './webhook-signature.ts'
import { readHook } from './webhook.ts'

const MAX_BYTES = 256 * 1_024

interface RebuildOptions {
  /** Is called with what only administrators publish, before the call is answered. */
  onAdministered?: ((hook: Hook) => Promise<void>) | undefined
  tellClock?: TellClock | undefined
}

/**
 * `POST /rebuild`: the content lake says that something was published. 202 once that is on disk, 200 for a call
 * that was taken before or is about nothing of this site; what is malformed, forged or stale changes nothing.
 */
export function rebuildRoutes(
  service: PublishService,
  secret: string | undefined,
  { onAdministered, tellClock }: RebuildOptions = {},
): Hono {
  return new Hono()
    .post('/rebuild', async (c) => {
      const { body, signature, now } = await readSigned(c.req.raw, secret, MAX_BYTES).catch(
        (error: unknown) => {
          if (error instanceof SignedAtAnotherTime) tellClock?.(error.aheadMs)
          throw error
        },
      )
      const { hook, type } = readHook(body, { signature, header: (name) => c.req.header(name), now })
      const status = await service.receive(hook, type)
      if (ADMINISTERED_TYPES.includes(type) && status !== 'ignored') await onAdministered?.(hook)
      return c.json({ status }, status === 'taken' ? 202 : 200, NO_STORE)
    })
    .all('/rebuild', otherMethods('POST'))
}
