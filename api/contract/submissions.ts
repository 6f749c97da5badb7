import { z } from 'zod'
import {
  COMPANY_SIZES,
  ERASE_REASONS,
  INTENTS,
  MAX_NOTE,
  MAX_SEARCH,
  SOURCES,
  type EraseReason,
  type Intent,
  type Source,
} from './limits.ts'
import { hasControls, isBroken } from './readable.ts'

/** Where submissions are delivered to. */
export type Channel = 'mail' | 'crm'

/**
 * `due` is to be delivered, `held` waits for a person as suspected spam, `done` has arrived,
 * `dead` was given up after the last attempt.
 */
export type DeliveryState = 'due' | 'held' | 'done' | 'dead'

/** A place on the waitlist or a request for a demo, or a message of the contact form. */
type SubmissionKind = 'waitlist' | 'contact'

/** A submission on a line of the list. Times here and below are ISO 8601, UTC. */
export interface SubmissionSummary {
  /** Sorts by the time that it arrived. */
  id: string
  kind: SubmissionKind
  createdAt: string
  email: string
  /** As far as it was given. */
  name: string
  /** Empty for a message. */
  company: string
  intent: Intent | ''
  source: Source | ''
  /** Path of the page that it was sent from; empty if that is not known. */
  page: string
  /** Whether it looks as if a program had sent it. */
  suspected: boolean
  /** The first characters of what was written. */
  excerpt: string
  hasNote: boolean
  deliveries: { channel: Channel; state: DeliveryState }[]
}

/** A page of submissions, the latest first. `next` is where the page after it begins; null at the end. */
export interface SubmissionList {
  submissions: SubmissionSummary[]
  next: string | null
}

/** The delivery of one submission on one channel. */
export interface SubmissionDelivery {
  channel: Channel
  state: DeliveryState
  /** Whether this server delivers on the channel; else it waits. */
  isConfigured: boolean
  attempts: number
  /** Why the last attempt failed, as a code; empty if none did. */
  lastError: string
  /** When the last attempt ended; null before the first. */
  attemptedAt: string | null
  /** When the next attempt is made, at the earliest. */
  dueAt: string
}

interface SubmissionNote {
  text: string
  editor: string
  writtenAt: string
}

/** A submission with all that was sent and all that became of it. */
export interface SubmissionStory {
  id: string
  kind: SubmissionKind
  createdAt: string
  /** When a later post of the same address last completed it; null if none did. */
  completedAt: string | null
  suspected: boolean
  source: Source | ''
  page: string
  intent: Intent | ''
  /** What was sent, in the order of the form. */
  fields: { name: string; value: string }[]
  email: string
  deliveries: SubmissionDelivery[]
  note: SubmissionNote | null
  /** How much is stored of the same address, this one included: an erasure takes all of it. */
  ofAddress: { waitlist: number; contact: number }
}

/** Whether something came in. `newest` is the id of the latest submission, empty if there is none. */
export interface SubmissionNews {
  newest: string
  /** How many came after the id that was asked with, without suspected ones; 100 stands for more. */
  unseen: number
}

/** How often each value was sent. */
interface Counted {
  value: string
  entries: number
  messages: number
}

/** Sign-ups and messages within a time, without suspected ones. Days are of UTC, and none is left out. */
export interface SubmissionCounts {
  days: { day: string; entries: number; demos: number; messages: number }[]
  companySizes: Counted[]
  sources: Counted[]
  pages: Counted[]
}

/** How many submissions were erased. */
export interface Erased {
  waitlist: number
  contact: number
}

const MAX_DAYS = 366

/** Whether databases take a text as it is. */
function isPlain(text: string): boolean {
  return !isBroken(text) && !hasControls(text, 'text')
}

/** The id of a submission, or of none. */
export const SUBMISSION_ID = /^[0-9a-f-]{0,36}$/u

/** What a list is to hold. Words are looked for in all that was sent and in the notes, whatever their case. */
export const submissionSearch = z.object({
  search: z
    .string()
    .max(MAX_SEARCH, `search must be ${MAX_SEARCH} characters at most.`)
    .refine(isPlain, 'search must have no control characters.')
    .default(''),
  kind: z.enum(['', 'waitlist', 'contact'], 'kind must be "waitlist", "contact" or empty.').default(''),
  intent: z.enum(['', ...INTENTS], `intent must be one of ${INTENTS.join(', ')}, or empty.`).default(''),
  source: z.enum(['', ...SOURCES], `source must be one of ${SOURCES.join(', ')}, or empty.`).default(''),
  companySize: z
    .enum(['', ...COMPANY_SIZES], `companySize must be one of ${COMPANY_SIZES.join(', ')}, or empty.`)
    .default(''),
  page: z
    .string()
    .max(200, 'page must be 200 characters at most.')
    .refine(isPlain, 'page must have no control characters.')
    .default(''),
  suspected: z.boolean('suspected must be true or false.').default(false),
  undelivered: z.boolean('undelivered must be true or false.').default(false),
  after: z.string().regex(SUBMISSION_ID, 'after must be what the page before gave as next.').default(''),
})
export type SubmissionSearch = z.output<typeof submissionSearch>

export const noteRequest = z.object({
  text: z
    .string('text must be text.')
    .trim()
    .max(MAX_NOTE, `A note has ${MAX_NOTE} characters at most.`)
    .refine(isPlain, 'A note has no control characters.'),
  /** When the note that this text replaces was written, null if there was none; absent to replace any. */
  writtenAt: z.iso.datetime('writtenAt must be when the note was written, or null.').nullable().optional(),
})

export type NoteRequest = z.output<typeof noteRequest>

const ERASE_WORDS = Object.keys(ERASE_REASONS) as EraseReason[]

export const erasure = z.object({
  reason: z.enum(ERASE_WORDS, `reason must be one of ${ERASE_WORDS.join(', ')}.`),
})

export const redelivery = z.object({
  channel: z.enum(['mail', 'crm'], 'channel must be "mail" or "crm".'),
})

export const exportRequest = z.object({
  format: z.enum(['csv', 'json'], 'format must be "csv" or "json".'),
})

const DAYS = `days must be a whole number from 1 to ${MAX_DAYS}.`

export const countsRequest = z.object({
  days: z.coerce.number(DAYS).int(DAYS).min(1, DAYS).max(MAX_DAYS, DAYS).default(30),
})
