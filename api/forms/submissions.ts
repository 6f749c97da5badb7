import { createHash, createHmac } from 'node:crypto'
import type { ContactMessage, WaitlistEntry } from '../contract/forms.ts'
import type { Intent, Source } from '../contract/limits.ts'
import { ProblemError } from '../contract/problem.ts'
import { botCheckFailed, busy, keyReused, notStored } from '../contract/problems.ts'
import { DAY_MS, HOUR_MS } from '../contract/time.ts'
import { newId } from '../store/database/uuid.ts'
import type { Store } from '../store/store.ts'
import type { OnceKey, Post } from '../store/submissions/posts.ts'
import type { BotCheck } from './bot-check.ts'

/** Where an entry was asked for, as far as that is known, and what it asks for. */
interface EntryOrigin {
  source: Source | undefined
  /** Path of a page; empty if it is not known. */
  page: string
  intent: Intent
}

/** What came along with a post. */
export interface Arrival {
  idempotencyKey: string | undefined
  suspected: boolean
  /** The form's age in ms; undefined if the sender did not say. */
  age: number | undefined
}

export interface SubmissionsDeps {
  store: Pick<Store, 'submit' | 'call'>
  botCheck: BotCheck
  /** Called when something new waits for delivery. */
  onStored: () => void
  now?: () => number
}

/** Takes validated posts. Each call resolves once the post is on disk. */
export interface Submissions {
  /** @throws ProblemError */
  join(entry: WaitlistEntry, origin: EntryOrigin, arrival: Arrival): Promise<void>
  /** @throws ProblemError */
  write(message: ContactMessage, token: string, arrival: Arrival): Promise<void>
  /**
   * How many joined, as strangers may know it: 0, 2, or tens from 50 on. The store is asked at most once a minute, so
   * that nobody sees the effect of a single post. Rejects if the store does not answer.
   */
  count(): Promise<number>
}

/** A browser's outbox tries for 30 days, so a repeat may come that late. */
const KEY_KEPT_MS = 31 * DAY_MS
/** Nobody sends our own keys again, so they are deleted soon. */
const OWN_KEY_KEPT_MS = HOUR_MS
/** Twice the lifetime of a token would do; a day also covers clocks that are wrong until NTP corrects them. */
const NONCE_KEPT_MS = DAY_MS

const COUNT_KEPT_MS = 60_000

const REFUSALS = {
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
  async function submit(post: Post): Promise<void> {
    const outcome = await store.submit(post)
    if (outcome !== 'stored') throw new ProblemError(REFUSALS[outcome])
    onStored()
  }

  function keyOf(kind: Post['kind'], arrival: Arrival, content: unknown): OnceKey | undefined {
    if (arrival.idempotencyKey === undefined) return undefined
    const fingerprint = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
    return { key: `${kind}:${arrival.idempotencyKey}`, fingerprint, until: now() + KEY_KEPT_MS }
  }

  async function join(entry: WaitlistEntry, { source, page, intent }: EntryOrigin, arrival: Arrival) {
    const at = now()
    return submit({
      kind: 'waitlist',
      entry,
      source: source ?? '',
      page,
      intent,
      at,
      suspected: arrival.suspected,
      openedAt: arrival.age === undefined ? undefined : at - arrival.age,
      idempotency: keyOf('waitlist', arrival, entry) ?? ownKey(at),
    })
  }

  async function write(message: ContactMessage, token: string, arrival: Arrival) {
    const idempotency = keyOf('contact', arrival, message)
    // A repeat of a stored message needs no token, and the one it brings is used up.
    if (idempotency && (await isRepeat(idempotency))) return
    if (token === '') throw new ProblemError(botCheckFailed)
    const nonce = await botCheck.verify(token)
    const at = now()
    return submit({
      kind: 'contact',
      message,
      at,
      suspected: arrival.suspected,
      nonce: { key: `nonce:${nonce}`, fingerprint: '', until: at + NONCE_KEPT_MS },
      ...(idempotency && { idempotency }),
    })
  }

  /** Whether the key was used for the same content before. */
  async function isRepeat({ key, fingerprint }: OnceKey): Promise<boolean> {
    const used = await store.call('fingerprintOf', key).catch((error: unknown) => {
      throw new ProblemError(notStored, { cause: error })
    })
    if (used === undefined) return false
    if (used !== '' && used !== fingerprint) throw new ProblemError(keyReused)
    return true
  }

  return { join, write, count: createCount(store, now) }
}

/** As `count` of `Submissions` says. */
function createCount(store: Pick<Store, 'call'>, now: () => number): Submissions['count'] {
  let counted: { at: number; count: Promise<number> } | undefined

  async function askCount(): Promise<number> {
    const { joined } = await store.call('submissionTotals')
    return joined < 2 ? 0 : publicCount(joined, await store.call('secret', 'count-salt'))
  }
  return () => {
    // If the clock was set back, the count must not stay for as long as that.
    const age = counted ? now() - counted.at : Infinity
    if (counted && age >= 0 && age < COUNT_KEPT_MS) return counted.count
    const next = { at: now(), count: askCount() }
    counted = next
    // After a failure the next caller asks again, unless somebody has since.
    next.count.catch(() => {
      if (counted === next) counted = undefined
    })
    return next.count
  }
}

/**
 * A key for a post that has none. A post of a known address changes nothing, and a commit that writes nothing does not
 * wait for the disk: the quicker answer would tell that the address is known. So each commit writes at least a key.
 *
 * Keys that sort by time are neighbours in the index. Random keys would change a page of the file each, and each page
 * is written twice: to the log, then to its place.
 */
function ownKey(at: number): OnceKey {
  return { key: `own:${newId()}`, fingerprint: '', until: at + OWN_KEY_KEPT_MS }
}

/** From here on the number is shown; below it, only whether there are two. */
const SHOWN_FROM = 50

/**
 * How many joined, as strangers may know it: 0 below two entries, 2 from two on, tens from 50 on.
 * Never more than is true.
 *
 * Plain rounding would tell somebody whether an address is new, if they first fill the list up to one below a ten: its
 * post then turns the number, or does not. So each count is a step or none, as a secret has it, one in three, and the
 * number is rounded down from the last step. A turn shows that an address was new, which is no secret; that there was
 * none shows nothing for certain, and an address can be asked about only once.
 *
 * 2 and 50 are steps for everybody, as the line in the hero begins there. At 2, a number that stays may mean that the
 * list was empty or that the address is its only one, and nothing tells these two apart. At 50, only somebody who has
 * filled a list with a single other entry on it knows that it is one below.
 */
export function publicCount(joined: number, secret: string): number {
  if (joined < SHOWN_FROM) return joined < 2 ? 0 : 2
  let step = joined
  while (step > SHOWN_FROM && !isStep(step, secret)) step -= 1
  return Math.floor(step / 10) * 10
}

function isStep(count: number, secret: string): boolean {
  return createHmac('sha256', secret).update(String(count)).digest().readUInt16BE() % 3 === 0
}
