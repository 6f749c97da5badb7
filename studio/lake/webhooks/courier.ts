import type { LakeDocument } from '../document.ts'
import { messageOf } from '../fault.ts'
import { readWebhook, signatureOf, type Call, type MakeCall } from './call.ts'
import type { Outbox, Waiting } from './outbox.ts'
import type { Webhook } from './webhook.ts'

export type Courier = {
  /** Says that there is something to tell. */
  wake: () => void
  /** Stops after the calls that are under way. What is left is told after the next start. */
  stop: () => Promise<void>
}

/** What became of a notice: told or not wanted, to be tried again, or no address yet to try. */
type Verdict = 'done' | 'retry' | 'wait'
type Route = { webhook: Webhook; makeCall: MakeCall }

const TIMEOUT_MS = 30_000
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 5 * 60_000
const GIVE_UP_MS = 24 * 60 * 60_000
const UNKNOWN_URL_MS = 1000

/**
 * Tells webhooks what is in the outbox, one call at a time for each, and again until it is answered.
 * @throws LakeStartError when a webhook's filter or projection can't be read.
 */
export function startCourier(
  outbox: Outbox,
  webhooks: readonly Webhook[],
  find: (id: string) => LakeDocument | undefined,
): Courier {
  const routes = new Map(
    webhooks.map((webhook) => [webhook.name, { webhook, makeCall: readWebhook(webhook, find) }]),
  )
  const busy = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function wake(): void {
    clearTimeout(timer)
    if (stopped) return
    const now = Date.now()
    const waiting = outbox.heads().filter(({ notice }) => !busy.has(notice.webhook))
    for (const head of waiting.filter(({ due }) => due <= now)) busy.set(head.notice.webhook, attempt(head))
    const next = Math.min(...waiting.map(({ due }) => due).filter((due) => due > now))
    if (!Number.isFinite(next)) return
    timer = setTimeout(wake, next - now)
    timer.unref()
  }

  async function attempt(head: Waiting): Promise<void> {
    const verdict = await tell(head, routes.get(head.notice.webhook))
    busy.delete(head.notice.webhook)
    if (verdict === 'done') outbox.remove(head.id)
    else outbox.postpone(head.id, Date.now() + (verdict === 'wait' ? UNKNOWN_URL_MS : pause(head.attempts)))
    wake()
  }

  wake()
  return {
    wake,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await Promise.all(busy.values())
    },
  }
}

// A webhook that is no longer configured is done with.
async function tell({ notice, since }: Waiting, route: Route | undefined): Promise<Verdict> {
  if (route === undefined) return 'done'
  const { name, url: address, secret } = route.webhook
  const call = await route.makeCall(notice).catch((error: unknown) => {
    console.error(`The webhook "${name}" cannot make its call of "${notice.document}": ${messageOf(error)}`)
    return undefined
  })
  if (call === undefined) return 'done'
  const url = typeof address === 'string' ? address : address()
  if (url === undefined) return 'wait'
  const failure = await post(url, secret, call)
  if (failure === undefined) return 'done'
  if (!failure.final && Date.now() - since < GIVE_UP_MS) return 'retry'
  console.error(`The webhook "${name}" was not delivered to ${url}: ${failure.reason}. It is given up.`)
  return 'done'
}

async function post(url: string, secret: string, { headers, body }: Call) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { ...headers, 'sanity-webhook-signature': signatureOf(body, secret, Date.now()) },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (response.ok) return undefined
    const final = response.status >= 400 && response.status < 500 && response.status !== 429
    return { final, reason: `it answered ${response.status}` }
  } catch (error) {
    return { final: false, reason: messageOf(error) }
  }
}

function pause(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** attempts, LAST_RETRY_MS)
}
