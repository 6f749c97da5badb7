import { createHash } from 'node:crypto'
import type { ContactMessage, Source, WaitlistEntry } from '../contract.ts'
import { botCheckFailed, botCheckUnreachable, busy, keyReused, notStored } from '../errors.ts'
import type { Problem } from '../errors.ts'
import type { OnceKey, Post } from '../store/posts.ts'
import type { Store } from '../store/store.ts'
import type { BotCheck } from './bot-check.ts'

/** What came along with a post. */
export interface Arrival {
  idempotencyKey: string | undefined
  suspected: boolean
  /** The form's age in ms; undefined where the sender did not say. */
  age: number | undefined
}

export interface SubmissionsDeps {
  store: Pick<Store, 'submit' | 'call'>
  botCheck: BotCheck
  /** Called when something new waits for delivery. */
  onStored: () => void
  now?: () => number
}

/** Takes posts that the contract has let through. Each gives undefined once the post is on disk. */
export interface Submissions {
  join(entry: WaitlistEntry, source: Source | undefined, arrival: Arrival): Promise<Problem | undefined>
  write(message: ContactMessage, token: string, arrival: Arrival): Promise<Problem | undefined>
  /** How many joined; cached until the next one does. Rejects when the store does not answer. */
  count(): Promise<number>
}

const hourMs = 3_600_000
/** A browser's outbox tries for 30 days, so a repeat may come that late. */
const keyKeptMs = 31 * 24 * hourMs
/** Twice the longest that a token is valid would do; a day outlives any wrong clock that ntp mends. */
const nonceKeptMs = 24 * hourMs

const refusals = {
  'key-reused': keyReused,
  'token-spent': botCheckFailed,
  busy,
  failed: notStored,
}

export function createSubmissions({
  store,
  botCheck,
  onStored,
  now = Date.now,
}: SubmissionsDeps): Submissions {
  let joined: number | undefined

  async function submit(post: Post): Promise<Problem | undefined> {
    const outcome = await store.submit(post)
    if (outcome !== 'stored') return refusals[outcome]
    joined = undefined
    onStored()
    return undefined
  }

  function keyOf(kind: Post['kind'], arrival: Arrival, content: unknown): OnceKey | undefined {
    if (arrival.idempotencyKey === undefined) return undefined
    const fingerprint = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
    return { key: `${kind}:${arrival.idempotencyKey}`, fingerprint, until: now() + keyKeptMs }
  }

  async function join(entry: WaitlistEntry, source: Source | undefined, arrival: Arrival) {
    const at = now()
    const idempotency = keyOf('waitlist', arrival, entry)
    return submit({
      kind: 'waitlist',
      entry,
      source: source ?? '',
      at,
      suspected: arrival.suspected,
      openedAt: arrival.age === undefined ? undefined : at - arrival.age,
      ...(idempotency && { idempotency }),
    })
  }

  async function write(message: ContactMessage, token: string, arrival: Arrival) {
    const idempotency = keyOf('contact', arrival, message)
    // A repeat of a stored message comes with a token that is spent by now, and needs none.
    const repeat = idempotency && (await repeatOf(idempotency))
    if (repeat) return repeat === 'stored' ? undefined : repeat

    const verdict = token === '' ? ({ ok: false, reason: 'refused' } as const) : await botCheck.verify(token)
    if (!verdict.ok) return verdict.reason === 'refused' ? botCheckFailed : botCheckUnreachable
    const at = now()
    return submit({
      kind: 'contact',
      message,
      at,
      suspected: arrival.suspected,
      nonce: { key: `nonce:${verdict.nonce}`, fingerprint: '', until: at + nonceKeptMs },
      ...(idempotency && { idempotency }),
    })
  }

  async function repeatOf({ key, fingerprint }: OnceKey): Promise<Problem | 'stored' | undefined> {
    try {
      const used = await store.call('fingerprintOf', key)
      if (used === undefined) return undefined
      return used === '' || used === fingerprint ? 'stored' : keyReused
    } catch {
      return notStored
    }
  }

  async function count(): Promise<number> {
    joined ??= (await store.call('countEntries')).joined
    return joined
  }
  return { join, write, count }
}
