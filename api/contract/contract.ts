import { z } from 'zod'

/** What the waitlist takes, as the specification names it. Optional fields are empty strings. */
export type WaitlistEntry = z.output<typeof waitlistEntry>

/** What the contact form takes, without the transport's own fields. */
export type ContactMessage = z.output<typeof contactMessage>

/** The controls that open the waitlist popup; kept beside an entry, never asked of a visitor. */
export const sources = ['header', 'hero', 'pillars', 'closing', 'platform', 'about', 'join'] as const
export type Source = (typeof sources)[number]

const companySizes = ['1-10', '11-50', '51-200', '200+'] as const

/** Lengths in UTF-16 units, far above what a person types. */
const lengths = { email: 254, line: 200, text: 20_000, token: 8_192 }

/**
 * What a browser lets pass and sends, neither more nor less: WHATWG's rule for `type=email`. It takes
 * `a@b`, `a..b@example.com` and `a@127.0.0.1`, which some mail server somewhere takes too.
 */
const email = z
  .string('Email: send this as text.')
  .transform(withoutBlanks)
  .pipe(
    z
      .string()
      .max(lengths.email, { error: `Email: use at most ${lengths.email} characters.`, abort: true })
      .regex(z.regexes.html5Email, 'Email: enter an address such as name@example.com.')
      .transform((value) => value.toLowerCase()),
  )

export const waitlistEntry = z.object({
  email,
  firstName: line('First name').default(''),
  company: line('Company').default(''),
  role: line('Role').default(''),
  companySize: z
    .enum(['', ...companySizes], `Company size: choose one of ${companySizes.join(', ')}, or none.`)
    .default(''),
  useCase: paragraphs('Use case').default(''),
})

export const contactMessage = z.object({
  name: line('Name').pipe(z.string().min(1, 'Name: enter your name.')),
  email,
  message: paragraphs('Message').pipe(z.string().min(1, 'Message: write a few words.')),
})

/** The bot check's proof, of the contact form only. Absent where scripts are off. */
export const contactToken = z.object({
  token: z
    .string('Token: send the bot check as text.')
    .max(lengths.token, 'Token: this is too long.')
    .default(''),
})

/** Fields of the transport: a honeypot that people don't see, and the form's age in ms where scripts run. */
export interface Transport {
  website?: unknown
  age?: unknown
}

/** Quicker than this, no person has read a form; a password manager and a click need about as long. */
const quickestMs = 1_000

/**
 * What the transport's fields tell: whether the post looks like a robot's, and the form's age in ms
 * where it is known. Odd values are a reason for suspicion, never for refusal.
 */
export function readTransport({ website, age }: Transport): { suspected: boolean; age: number | undefined } {
  const trapped = website !== undefined && website !== ''
  if (age === undefined || age === '') return { suspected: trapped, age: undefined }
  const ms = typeof age === 'string' && /^\d{1,15}$/u.test(age) ? Number(age) : age
  if (typeof ms !== 'number' || !(ms >= 0)) return { suspected: true, age: undefined }
  return { suspected: trapped || ms < quickestMs, age: ms }
}

/** The source that `?from=` names, or undefined where it names none of ours. */
export function readSource(from: string | undefined): Source | undefined {
  return sources.find((source) => source === from)
}

const fault = z.object({
  sentence: z.string(),
  /** Path of the field in its document, as the Studio spells it. */
  path: z.string().optional(),
})

/** How far a release has come to one of the other places that the site lives at. */
const elsewhere = z.object({
  target: z.string(),
  /** `pending` before the first attempt ended, `trying` when another one follows. */
  state: z.enum(['pending', 'delivered', 'trying', 'failed']),
  /** From the switch here to the end of the last attempt, in ms. */
  tookMs: z.number(),
  /** What is wrong and what to do. */
  sentence: z.string().nullable(),
})
export type Elsewhere = z.output<typeof elsewhere>

/** What became of one revision of a document on its way to the site. Times are ISO 8601. */
export const receipt = z.object({
  documentId: z.string(),
  /** None where the document was deleted or unpublished. */
  revision: z.string().nullable(),
  /** `live` is said only after the pages as served were read back; `waiting` has a sentence that says for what. */
  state: z.enum(['received', 'rendering', 'live', 'held', 'waiting']),
  /** As the webhook told; where none came, no later than what was known before. */
  publishedAt: z.string(),
  /** From the webhook's arrival to the proof, in ms. */
  tookMs: z.number().nullable(),
  release: z.string().nullable(),
  /** Paths of the pages that read the document; none, and it is live on no page. */
  pages: z.array(z.string()),
  faults: z.array(fault),
  sentence: z.string().nullable(),
  /** By target, where the site lives elsewhere too: of this release, or of a later one that got there. */
  elsewhere: z.array(elsewhere).optional(),
})
export type Receipt = z.output<typeof receipt>

/** What the Studio is told of a document: null before anything of it was published. */
export interface ReceiptAnswer {
  receipt: Receipt | null
}

/** One release of the site, as the Studio lists it. */
export const releaseRecord = z.object({
  id: z.string(),
  at: z.string(),
  cause: z.enum(['build', 'publish', 'sweep']),
  /** Names of those who published what is new in it, where the content lake tells. */
  by: z.array(z.string()),
  /** Ids of the documents that differ from the release before. */
  documents: z.array(z.string()),
  /** How many pages were drawn anew. */
  drawn: z.number(),
  /** From the first webhook's arrival, or the start of a sweep, to the switch, in ms. */
  tookMs: z.number(),
  /** By target, where the site lives elsewhere too. */
  elsewhere: z.array(elsewhere).optional(),
})
export type ReleaseRecord = z.output<typeof releaseRecord>

/** The last releases, newest first. */
export interface ReleaseList {
  releases: ReleaseRecord[]
  /** The one that is served. */
  current: string | null
  /** Set while the site is held at an earlier release: what is published meanwhile waits. */
  pinned: string | null
}

/** An email field's value as a browser sends it: no blanks around it. Other white space makes it no address. */
function withoutBlanks(value: string): string {
  return /^[\t\n\f\r ]*(\S+)[\t\n\f\r ]*$/u.exec(value)?.[1] ?? value
}

/** One line of text: trimmed, without control characters, and not made of invisible ones only. */
function line(label: string) {
  return readable(label)
    .refine(
      (value) => !/\p{Cc}|[\u2028\u2029]/u.test(value),
      `${label}: use one line without control characters.`,
    )
    .pipe(z.string().max(lengths.line, `${label}: use at most ${lengths.line} characters.`))
}

/** Several lines of text, line ends as \n. */
function paragraphs(label: string) {
  return readable(label)
    .transform((value) => value.replaceAll(/\r\n?/gu, '\n'))
    .refine((value) => !/[^\P{Cc}\n\t]/u.test(value), `${label}: leave control characters out.`)
    .pipe(z.string().max(lengths.text, `${label}: use at most ${lengths.text} characters.`))
}

function readable(label: string) {
  return (
    z
      .string(`${label}: send this as text.`)
      .refine((value) => value.isWellFormed() && !value.includes('\u{FFFD}'), {
        message: `${label}: a character in it is broken. Type it again.`,
        abort: true,
      })
      // Marks that turn the reading direction come along with pasted text, and can dress up one text as another.
      .transform((value) => value.replaceAll(/[\u202A-\u202E\u2066-\u2069]/gu, '').trim())
      .refine((value) => value === '' || isVisible(value), `${label}: use characters that can be seen.`)
  )
}

/** U+2800, the blank of Braille, is drawn as nothing but counts as a symbol. */
function isVisible(value: string): boolean {
  return /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\u2800]/u.test(value)
}

/** A link to drafts for somebody without an account. Times are ISO 8601. */
export interface ShareRecord {
  id: string
  /** `drafts` for all of them, or the id of the one document whose draft is shown. */
  shows: string
  /** Path of the page that it opens. */
  path: string
  createdAt: string
  expiresAt: string
}

/** A link that was just made; `url` is its path with the token, which is told this once. */
export interface MadeShare extends ShareRecord {
  url: string
}
