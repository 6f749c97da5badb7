import { Hono } from 'hono'
import { hookTooLarge, malformed, noWebhook, notGenuine, problemResponse, wrongMethod } from '../errors.ts'
import type { Publishes } from '../services/publishes.ts'
import { signatureFault } from '../services/webhook-signature.ts'
import { readHook } from '../services/webhook.ts'

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
    const body = await readBounded(req.raw)
    if (body === undefined) return problemResponse(hookTooLarge)
    const now = Date.now()
    const fault = signatureFault(req.header('sanity-webhook-signature'), body, { secret, now })
    if (fault === 'unreadable') return problemResponse(malformed(SENTENCES[fault]))
    if (fault) return problemResponse(notGenuine(SENTENCES[fault]))
    const call = readHook(body, (name) => req.header(name), now)
    if (typeof call === 'string') return problemResponse(malformed(call))
    const status = await publishes.receive(call.hook, call.type)
    const headers = { 'cache-control': 'no-store' }
    return Response.json({ status }, { status: status === 'taken' ? 202 : 200, headers })
  })
}

/** Counts while it reads: a length that is announced need not be true, and need not be announced. */
async function readBounded({ body }: Request): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > LIMIT_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
