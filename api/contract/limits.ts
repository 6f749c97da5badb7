/** Lengths in UTF-16 units, far above what a person types. An address has at most 254 (RFC 5321, 4.5.3.1.3). */
export const MAX_EMAIL = 254
export const MAX_LINE = 200
export const MAX_TEXT = 20_000

/** What editors type, in UTF-16 units: the Studio's fields take no more, and the API refuses it. */
export const MAX_PERSON_NAME = 80
export const MAX_SEARCH = 100
export const MAX_NOTE = 2_000
export const MAX_RECIPIENT = 60

/** Pages that one question about a campaign may name. */
export const MAX_WINDOWS = 100

/** As the specification of the waitlist names them. */
export const COMPANY_SIZES = ['1-10', '11-50', '51-200', '200+'] as const

/**
 * Headers that scripts add to a post: the form's age in ms, and whether the field that people don't see was filled in.
 * A form without scripts can't set headers.
 */
export const AGE_HEADER = 'form-age'
export const TRAPPED_HEADER = 'form-trapped'

/** Where an entry was asked for: what opens the popup, and the form without scripts. Never asked of a visitor. */
export const SOURCES = [
  'header',
  'hero',
  'demo-preview',
  'pillars',
  'closing',
  'platform',
  'about',
  'landing',
  'join',
] as const
export type Source = (typeof SOURCES)[number]

/** Why somebody's data may be erased. The reason is kept, so it is not free text, which could name the person. */
export const ERASE_REASONS = {
  asked: 'Asked for by the person',
  test: 'Test entry',
  spam: 'Spam or a robot',
  kept: 'Kept long enough',
} as const
export type EraseReason = keyof typeof ERASE_REASONS

/** The most parts of a landing page: nobody reads a longer page to its end, and it would hold up publishes. */
export const MAX_PARTS = 20

/** What those controls offer: a place on the waitlist, or a demo and a place on it. */
export const INTENTS = ['waitlist', 'demo'] as const
export type Intent = (typeof INTENTS)[number]
