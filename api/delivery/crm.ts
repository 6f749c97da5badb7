import { Webhook } from 'standardwebhooks'
import { errorCode } from '../contract/operational-error.ts'
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
 * Statuses that refuse this message (RFC 9110, 15.5): a repeat would get the same. A refused signature or a wrong path
 * is a fault of the settings, and may be mended.
 */
const ABOUT_MESSAGE = new Set([400, 413, 415, 422])
/** The receiver wants no more messages at all. */
const GONE = 410
/** The longest wait that a receiver may ask for. */
const MAX_WAIT_MS = 10 * HOUR_MS

/** Posts deliveries to the CRM, signed as Standard Webhooks describe. A repeat has the same `webhook-id`. */
export function createCrmSender({ url, secret, timeoutMs = 15_000 }: CrmOptions): Sender {
  const webhook = new Webhook(secret)
  /** Why the last delivery failed, if it did: a receiver can only be tested by a delivery. */
  let fault: AttemptFailed | undefined

  async function send(delivery: Delivery): Promise<void> {
    if (delivery.kind === 'digest' || delivery.kind === 'weekly') return
    const response = await post(delivery)
    // An unread body would keep its connection open.
    await response.body?.cancel().catch(() => undefined)
    const failure = response.ok ? undefined : refusal(response)
    // A receiver that refuses one message may take the next.
    fault = ABOUT_MESSAGE.has(response.status) ? undefined : failure
    if (failure) throw failure
  }

  /** @throws AttemptFailed if it can't be reached */
  async function post(delivery: Exclude<Delivery, { kind: 'digest' | 'weekly' }>): Promise<Response> {
    const id = `${delivery.submissionId}.${delivery.revision}`
    const at = new Date()
    const isUpdate = delivery.kind === 'waitlist' && delivery.isUpdate
    const body = JSON.stringify({
      type: `${delivery.kind}.${isUpdate ? 'updated' : 'created'}`,
      timestamp: at.toISOString(),
      data: delivery.submission,
    })
    return fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': webhook.sign(id, at, body),
      },
      // A signed body goes to the configured address alone, so a redirect counts as a failure.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      fault = new AttemptFailed(causeOf(error), { cause: error })
      throw fault
    })
  }

  async function check(): Promise<void> {
    if (fault) throw fault
  }
  return { send, check, close: () => undefined }
}

function refusal({ status, headers }: Response): AttemptFailed {
  return new AttemptFailed(`HTTP ${status}`, {
    isPermanent: ABOUT_MESSAGE.has(status) || status === GONE,
    retryAfterMs: retryAfter(headers.get('retry-after')),
  })
}

/** The network's code, such as ECONNREFUSED. `fetch` itself fails with a `TypeError`, whatever the cause. */
function causeOf(error: unknown): string {
  return error instanceof Error ? (errorCode(error.cause) ?? error.name) : 'ERROR'
}

/** In ms: the header holds seconds or a date (RFC 9110, 10.2.3), or whatever a receiver makes of it. */
function retryAfter(header: string | null): number {
  if (header === null) return 0
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), MAX_WAIT_MS)
}
