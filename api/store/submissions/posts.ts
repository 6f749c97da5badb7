import type { ContactMessage, WaitlistEntry } from '../../contract/forms.ts'
import type { Intent, Source } from '../../contract/limits.ts'

/** A key that may be used once, with the hash of what it is used for, and how long it is kept. */
export interface OnceKey {
  key: string
  fingerprint: string
  until: number
}

/** A used key, with the submission that used it. */
export interface KeyRow extends OnceKey {
  entry_id: string
}

interface Common {
  at: number
  suspected: boolean
  /** Chosen by the sender: a repeat with the same content is the same post. */
  idempotency?: OnceKey
}

/** A validated post on its way to the disk. */
export type Post =
  | (Common & {
      kind: 'waitlist'
      entry: WaitlistEntry
      source: Source | ''
      /** Path of the page that it was sent from; empty if that is not known. */
      page: string
      intent: Intent
      /** When the visitor opened the form, if that is known: a form from before an erasure can't undo it. */
      openedAt: number | undefined
    })
  | (Common & { kind: 'contact'; message: ContactMessage; nonce: OnceKey })

export type WaitlistPost = Extract<Post, { kind: 'waitlist' }>
export type ContactPost = Extract<Post, { kind: 'contact' }>

/**
 * What became of a post. `stored` also stands for a repeat of a stored one;
 * `key-reused` and `token-spent` stored nothing.
 */
export type PostOutcome = 'stored' | 'key-reused' | 'token-spent'

/** The keys that a post uses up. */
export function keysOf(post: Post): OnceKey[] {
  const keys = post.idempotency ? [post.idempotency] : []
  return post.kind === 'contact' ? [...keys, post.nonce] : keys
}

/** Sorted by key, as nodes that lock rows in the same order can't deadlock. */
export function inOrder<Row extends OnceKey>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}
