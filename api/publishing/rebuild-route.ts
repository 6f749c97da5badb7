import { Hono } from 'hono'
import {
  hookTooLarge,
  malformed,
  noWebhook,
  notGenuine,
  problemResponse,
  wrongMethod,
} from '../contract/problems.ts'
import type { Publishes } from './publishes.ts'
import { readSignature } from './webhook-signature.ts'
import { readHook } from './webhook.ts'
import { readBytes } from '../http/bytes.ts'

const LIMIT_BYTES = 256 * 1024

const SENTENCES = {
  absent: 'The header sanity-webhook-signature is missing: give the webhook a secret.',
  unreadable: 'The header sanity-webhook-signature can’t be read.',
  forged: 'The signature is not that of this body and of REBUILD_WEBHOOK_SECRET.',
  stale: 'The call was signed more than five minutes from now: it is old, or a clock is wrong.',
} as const

/**
 * `POST /rebuild`: the content lake says that something was published. 202 once that is on disk, 200 for a call
 * that was taken before or is about nothing of this site; what is malformed, forged or stale changes nothing.
 */
export function rebuildRoutes(publishes: Publishes, secret: string | undefined): Hono {
  return new Hono().all('/rebuild', async ({ req }) => {
    if (req.method !== 'POST') return problemResponse(wrongMethod('POST'))
    if (secret === undefined) return problemResponse(noWebhook)
    const body = await readBytes(req.raw, LIMIT_BYTES)
    if (body === 'too large') return problemResponse(hookTooLarge)
    if (body === 'cut') return problemResponse(malformed('The body ended early.'))
    const now = Date.now()
    const signature = readSignature(req.header('sanity-webhook-signature'), body, { secret, now })
    if (signature === 'unreadable') return problemResponse(malformed(SENTENCES[signature]))
    if (typeof signature === 'string') return problemResponse(notGenuine(SENTENCES[signature]))
    const call = readHook(body, { signature, header: (name) => req.header(name), now })
    if (typeof call === 'string') return problemResponse(malformed(call))
    const status = await publishes.receive(call.hook, call.type)
    const headers = { 'cache-control': 'no-store' }
    return Response.json({ status }, { status: status === 'taken' ? 202 : 200, headers })
  })
}
