import type { LakeDocument } from '../document.ts'
import { messageOf } from '../errors.ts'
import { readWebhook, signatureOf, type Call, type MakeCall } from './call.ts'
import type { Outbox, Waiting } from './outbox.ts'
import type { Webhook } from './webhook.ts'

export interface Delivery {
  /** Says that the outbox has something new. */
  wake: () => void
  /** Sets the address of a webhook. */
  setUrl: (name: string, url: string) => void
  /** Stops after the running calls. The rest is delivered after the next start. */
  stop: () => Promise<void>
}

/** The result of an attempt: done (delivered or not wanted), to be retried, or no address yet. */
type Verdict = 'done' | 'retry' | 'wait'
interface Route {
  webhook: Webhook
  makeCall: MakeCall
}

const TIMEOUT_MS = 30_000
const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 5 * 60_000
/** A day of them. Not by the clock: what waited while the lake was stopped, or behind another, has had no attempt yet. */
const MAX_ATTEMPTS = 295
const UNKNOWN_URL_MS = 1000
const FAULTY_DISK_MS = 5000

/**
 * Delivers the outbox to webhooks, one call at a time for each, retrying until it is answered. While the disk refuses
 * writes, nothing more is delivered, and nothing is delivered twice.
 * @throws LakeStartError when a webhook's filter or projection can't be read.
 */
export function startDelivery(
  outbox: Outbox,
  webhooks: readonly Webhook[],
  find: (id: string) => LakeDocument | undefined,
): Delivery {
  const routes = new Map(
    webhooks.map((webhook) => [webhook.name, { webhook, makeCall: readWebhook(webhook, find) }]),
  )
  const busy = new Map<string, Promise<void>>()
  // Results of attempts by notice: done, or what is to be written of the next one.
  const outcomes = new Map<number, 'done' | Pick<Waiting, 'attempts' | 'due'>>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let isFaulty = false

  function wake(): void {
    clearTimeout(timer)
    const pause = work()
    if (stopped || !Number.isFinite(pause)) return
    timer = setTimeout(wake, pause)
    timer.unref()
  }

  /** Records the results of attempts and begins those that are due. Returns the ms until the next is. */
  function work(): number {
    try {
      for (const [id, outcome] of outcomes) {
        if (outcome === 'done') outbox.remove(id)
        else outbox.postpone(id, outcome)
        outcomes.delete(id)
      }
      if (stopped) return Infinity
      const waiting = outbox.heads().filter(({ notice }) => !busy.has(notice.webhook))
      isFaulty = false
      return begin(waiting, Date.now())
    } catch (error) {
      if (!isFaulty) console.error(`The outbox of webhooks cannot be read or written: ${messageOf(error)}`)
      isFaulty = true
      return FAULTY_DISK_MS
    }
  }

  function begin(waiting: readonly Waiting[], now: number): number {
    // A longer pause is none of ours: the clock was set back.
    const isDue = ({ due }: Waiting): boolean => due <= now || due > now + MAX_RETRY_MS
    for (const head of waiting.filter(isDue)) busy.set(head.notice.webhook, attempt(head))
    return Math.min(...waiting.filter((head) => !isDue(head)).map(({ due }) => due)) - now
  }

  async function attempt(head: Waiting): Promise<void> {
    const verdict = await tell(head, routes.get(head.notice.webhook))
    const { attempts } = head
    if (verdict === 'done') outcomes.set(head.id, 'done')
    else if (verdict === 'wait') outcomes.set(head.id, { attempts, due: Date.now() + UNKNOWN_URL_MS })
    else outcomes.set(head.id, { attempts: attempts + 1, due: Date.now() + pauseAfter(attempts) })
    busy.delete(head.notice.webhook)
    wake()
  }

  wake()
  return {
    wake,
    setUrl: (name, url) => {
      const route = routes.get(name)
      if (route) route.webhook = { ...route.webhook, url }
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await Promise.all(busy.values())
    },
  }
}

// Notices for a webhook that is no longer configured are dropped.
async function tell({ notice, attempts, since }: Waiting, route: Route | undefined): Promise<Verdict> {
  if (route === undefined) return 'done'
  const { name, url, secret } = route.webhook
  const call = await route.makeCall(notice).catch((error: unknown) => {
    console.error(`The webhook "${name}" cannot make its call of "${notice.document}": ${messageOf(error)}`)
    return undefined
  })
  if (call === undefined) return 'done'
  if (url === undefined) return 'wait'
  const failure = await post(url, secret, call)
  if (failure === undefined) return 'done'
  if (!failure.final && attempts + 1 < MAX_ATTEMPTS) return 'retry'
  console.error(
    `The webhook "${name}" was not delivered to ${url}: ${failure.reason}. It is given up, having waited since ${new Date(since).toISOString()}.`,
  )
  return 'done'
}

async function post(url: string, secret: string, { headers, body }: Call) {
  headers.set('sanity-webhook-signature', signatureOf(body, secret, Date.now()))
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers,
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

function pauseAfter(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** attempts, MAX_RETRY_MS)
}
