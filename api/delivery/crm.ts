import { Webhook } from 'standardwebhooks'
import type { Delivery } from '../store/outbox.ts'
import { AttemptFailed } from './attempt.ts'
import type { Sender } from './sender.ts'

export interface CrmOptions {
  url: string
  /** `whsec_` and base64. */
  secret: string
  timeoutMs?: number
}

/** Posts deliveries to the CRM, signed as Standard Webhooks describe. A repeat has the same `webhook-id`. */
export function createCrmSender({ url, secret, timeoutMs = 15_000 }: CrmOptions): Sender {
  const webhook = new Webhook(secret)

  async function send(delivery: Delivery): Promise<void> {
    if (delivery.kind === 'digest') return
    const id = `${delivery.entryId}.${delivery.revision}`
    const at = new Date()
    const body = JSON.stringify({
      type: `${delivery.kind}.${delivery.revision === 1 ? 'created' : 'updated'}`,
      timestamp: at.toISOString(),
      data: delivery.entry,
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
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new AttemptFailed(error instanceof Error ? error.name : 'ERROR', { cause: error })
    })
    // An answer that nobody reads would hold its connection.
    await response.body?.cancel().catch(() => undefined)
    // 410 is how a receiver says that it wants no more, ever.
    if (!response.ok)
      throw new AttemptFailed(`HTTP ${response.status}`, { isPermanent: response.status === 410 })
  }
  return { send, close: () => undefined }
}
