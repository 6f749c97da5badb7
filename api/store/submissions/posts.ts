import type { ContactMessage, WaitlistEntry } from '../../contract/forms.ts'
import type { Intent, Source } from '../../contract/limits.ts'

/** A key that may be used once, with the hash of what it is used for, and how long it is kept. */
export interface OnceKey {
  key: string
  fingerprint: string
  until: number
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
