import { waitlistEntry, type WaitlistEntry } from '../../../api/contract/forms.ts'
import type { ContactPost, WaitlistPost } from '../../../api/store/submissions/posts.ts'

export const at = Date.parse('2025-10-31T12:00:00Z')

/** A waitlist post as the service hands it to the store. */
export function waitlistPost(
  fields: Partial<WaitlistEntry> = {},
  rest: Partial<Omit<WaitlistPost, 'kind' | 'entry'>> = {},
): WaitlistPost {
  const entry = waitlistEntry.parse({ email: 'ada@example.com', ...fields })
  return {
    kind: 'waitlist',
    entry,
    at,
    suspected: false,
    source: '',
    page: '',
    intent: 'waitlist',
    openedAt: undefined,
    ...rest,
  }
}

/** A contact post whose nonce is `nonce`. */
export function contactPost(nonce: string, rest: Partial<Omit<ContactPost, 'kind'>> = {}): ContactPost {
  return {
    kind: 'contact',
    message: { name: 'Ada', email: 'ada@example.com', message: 'Hello' },
    at,
    suspected: false,
    nonce: onceKey(`nonce:${nonce}`, ''),
    ...rest,
  }
}

export function onceKey(key: string, fingerprint: string) {
  return { key, fingerprint, until: at + 3_600_000 }
}
