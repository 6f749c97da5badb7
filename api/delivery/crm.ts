import { Webhook } from 'standardwebhooks'
import { HOUR_MS } from '../contract/time.ts'
import type { Delivery } from '../store/submissions/outbox.ts'
import { AttemptFailed } from './attempt.ts'
import type { Sender } from './sender.ts'

export interface CrmOptions {
  url: string
  /** `whsec_` and base64. */
  secret: string
  timeoutMs?: number
}

/**
 * Answers that a repeat would get again: they are about this message (RFC 9110, 15.5), or, 410, the receiver wants
 * no more of any. A refused signature or a wrong path is about the settings, and may be mended.
 */
const PERMANENT = new Set([400, 410, 413, 415, 422])
/** A receiver that asks for longer is tried all the same. */
const LONGEST_WAIT_MS = 10 * HOUR_MS

/** Posts deliveries to the CRM, signed as Standard Webhooks describe. A repeat has the same `webhook-id`. */
export function createCrmSender({ url, secret, timeoutMs = 15_000 }: CrmOptions): Sender {
  const webhook = new Webhook(secret)
  /** Why it takes nothing now: a receiver has no way to be asked but a delivery. */
  let fault: AttemptFailed | undefined

  async function send(delivery: Delivery): Promise<void> {
    if (delivery.kind === 'digest' || delivery.kind === 'weekly') return
    fault = await post(delivery).then(
      () => undefined,
      (error: AttemptFailed) => error,
    )
    if (fault) throw fault
  }

  /** @throws AttemptFailed */
  async function post(delivery: Exclude<Delivery, { kind: 'digest' | 'weekly' }>): Promise<void> {
    const id = `${delivery.submissionId}.${delivery.revision}`
    const at = new Date()
    const isUpdate = delivery.kind === 'waitlist' && delivery.isUpdate
    const body = JSON.stringify({
      type: `${delivery.kind}.${isUpdate ? 'updated' : 'created'}`,
      timestamp: at.toISOString(),
      data: delivery.submission,
    })
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': webhook.sign(id, at, body),
      },
      // A signed body is for the address that was configured: another one is a fault to be read of.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new AttemptFailed(causeOf(error), { cause: error })
    })
    // An answer that nobody reads would hold its connection.
    await response.body?.cancel().catch(() => undefined)
    if (!response.ok)
      throw new AttemptFailed(`HTTP ${response.status}`, {
        isPermanent: PERMANENT.has(response.status),
        retryAfterMs: retryAfter(response.headers.get('retry-after')),
      })
  }

  async function check(): Promise<void> {
    if (fault) throw fault
  }
  return { send, check, close: () => undefined }
}

/** The network's own code, such as ECONNREFUSED: a failed `fetch` is a `TypeError`, whatever failed. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'ERROR'
  const { cause, name } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : name
}

/** In ms: the header holds seconds or a date (RFC 9110, 10.2.3), or whatever a receiver makes of it. */
function retryAfter(header: string | null): number {
  if (header === null) return 0
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_WAIT_MS)
}
