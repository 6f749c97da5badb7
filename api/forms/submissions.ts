import { createHash, randomUUID } from 'node:crypto'
import type { ContactMessage, WaitlistEntry } from '../contract/forms.ts'
import type { Source } from '../contract/limits.ts'
import { botCheckFailed, botCheckUnreachable, busy, keyReused, notStored } from '../contract/problems.ts'
import type { Problem } from '../contract/problems.ts'
import type { OnceKey, Post } from '../store/posts.ts'
import type { Store } from '../store/store.ts'
import type { BotCheck } from './bot-check.ts'
import { publicCount } from './public-count.ts'

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
  /**
   * How many joined, as strangers may know it: 0, 2, or tens from 50 on. Asked of the store at most once a
   * minute, so that no post's effect can be seen after it. Rejects when the store does not answer.
   */
  count(): Promise<number>
}

const hourMs = 3_600_000
/** A browser's outbox tries for 30 days, so a repeat may come that late. */
const keyKeptMs = 31 * 24 * hourMs
/** Keys of our own are never seen again, so they are swept soon. */
const ownKeyKeptMs = hourMs
/** Twice the longest that a token is valid would do; a day outlives any wrong clock that ntp mends. */
const nonceKeptMs = 24 * hourMs

const countKeptMs = 60_000

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
  let counted: { at: number; count: Promise<number> } | undefined

  async function submit(post: Post): Promise<Problem | undefined> {
    const outcome = await store.submit(post)
    if (outcome !== 'stored') return refusals[outcome]
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
    return submit({
      kind: 'waitlist',
      entry,
      source: source ?? '',
      at,
      suspected: arrival.suspected,
      openedAt: arrival.age === undefined ? undefined : at - arrival.age,
      idempotency: keyOf('waitlist', arrival, entry) ?? ownKey(at),
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

  function count(): Promise<number> {
    // A clock that was set back must not stop the count for as long.
    const age = counted ? now() - counted.at : Infinity
    if (counted && age >= 0 && age < countKeptMs) return counted.count
    const next = { at: now(), count: askCount() }
    counted = next
    // A failure is asked again; so is what a later question has replaced meanwhile.
    next.count.catch(() => {
      if (counted === next) counted = undefined
    })
    return next.count
  }

  async function askCount(): Promise<number> {
    const { joined } = await store.call('countEntries')
    return joined < 2 ? 0 : publicCount(joined, await store.call('secret', 'count-salt'))
  }
  return { join, write, count }
}

/**
 * A key for a post that has none. A known address changes nothing, and a commit that writes nothing has no
 * disk to wait for: its quicker answer would tell that the address is known. So each commit writes something.
 */
function ownKey(at: number): OnceKey {
  return { key: `own:${randomUUID()}`, fingerprint: '', until: at + ownKeyKeptMs }
}
