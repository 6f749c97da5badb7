import { Hono } from 'hono'
import { ADMINISTERED_TYPES } from '../contract/document-types.ts'
import { NO_STORE } from '../http/answers.ts'
import { otherMethods } from '../http/other-methods.ts'
import type { Hook } from '../store/publishing/publish-hooks.ts'
import type { PublishService } from './publish-service.ts'
import { readSigned } from './webhook-signature.ts'
import { readHook } from './webhook.ts'

const MAX_BYTES = 256 * 1_024

/**
 * `POST /rebuild`: the content lake says that something was published. 202 once that is on disk, 200 for a call
 * that was taken before or is about nothing of this site; what is malformed, forged or stale changes nothing.
 * @param onAdministered is called with what only administrators publish, before the call is answered
 */
export function rebuildRoutes(
  service: PublishService,
  secret: string | undefined,
  onAdministered?: (hook: Hook) => Promise<void>,
): Hono {
  return new Hono()
    .post('/rebuild', async (c) => {
      const { body, signature, now } = await readSigned(c.req.raw, secret, MAX_BYTES)
      const { hook, type } = readHook(body, { signature, header: (name) => c.req.header(name), now })
      const status = await service.receive(hook, type)
      if (ADMINISTERED_TYPES.includes(type) && status !== 'ignored') await onAdministered?.(hook)
      return c.json({ status }, status === 'taken' ? 202 : 200, NO_STORE)
    })
    .all('/rebuild', otherMethods('POST'))
}
