import { z } from 'zod'
import type { DocumentFault } from './content-error.ts'

const fault = z.object({
  message: z.string(),
  /** Path of the field in its document, as the Studio spells it. */
  path: z.string().optional(),
  /** The field to correct, where it is in another document. Earlier versions of this program did not write it down. */
  elsewhere: z.object({ documentId: z.string(), type: z.string(), path: z.string() }).optional(),
})
type Fault = z.output<typeof fault>

/** How far a release has come on its way to a deploy target. */
const deployTarget = z.object({
  target: z.string(),
  /** `pending` before the first attempt ended, `trying` when another one follows. */
  state: z.enum(['pending', 'delivered', 'trying', 'failed']),
  /** From the switch here to the end of the last attempt, in ms. */
  tookMs: z.number(),
  /** What is wrong and what to do. */
  message: z.string().nullable(),
})
export type DeployTargetState = z.output<typeof deployTarget>

/** What became of one revision of a document on its way to the site. Times are ISO 8601. */
export const receipt = z.object({
  documentId: z.string(),
  /** None if the document was deleted or unpublished. */
  revision: z.string().nullable(),
  /** `live` is said only after the pages as served were read back; `waiting` has a message that says for what. */
  state: z.enum(['received', 'rendering', 'live', 'held', 'waiting']),
  /** As the webhook told; where none came, no later than what was known before. */
  publishedAt: z.string(),
  /** From the webhook's arrival to the proof, in ms. */
  tookMs: z.number().nullable(),
  release: z.string().nullable(),
  /** Paths of the pages that read the document; empty if it is live on no page. */
  pages: z.array(z.string()),
  faults: z.array(fault),
  message: z.string().nullable(),
  /** Of a held one: whether an earlier revision is on the site. Earlier versions of this program did not write it down. */
  isShown: z.boolean().optional(),
  /** Live fields that still have a placeholder, such as an address that nobody reads. */
  placeholders: z.array(z.object({ path: z.string(), title: z.string() })).optional(),
  /** By target, where the site lives elsewhere too: of this release, or of a later one that got there. */
  deployTargets: z.array(deployTarget).optional(),
})
export type Receipt = z.output<typeof receipt>

/** What the Studio is told of a document: null before anything of it was published. */
export interface ReceiptAnswer {
  receipt: Receipt | null
}

/** Whether the Studio asks before somebody publishes what nobody approved, or the content lake refuses it. */
export const PUBLISH_APPROVALS = ['off', 'ask', 'required'] as const
export type PublishApproval = (typeof PUBLISH_APPROVALS)[number]

/** With what is wrong first, and its field. */
interface HeldDocument extends Partial<Fault> {
  documentId: string
  type: string
  title?: string
  /** Whether an earlier revision is on the site. */
  isShown: boolean
}

/** What keeps the site from being as it was published: nothing of it where all is well. */
export interface PublishesAnswer {
  approval: PublishApproval
  /** Set while the site is pinned to an earlier release, with when that was made, where it is known. */
  pinned: { at: string | null } | null
  /** Documents whose newest revision would break a page. */
  held: HeldDocument[]
  /** Ids of the documents that were published and are not on their way to the site. */
  waiting: string[]
  /** Why nothing goes live now. It is tried again by itself. */
  failure: string | null
  /** What has to be mended for that, where editors can: a publish of it is tried at once. */
  faults: DocumentFault[]
  /** Whether there is a site at all: none before the first that could be made. */
  isServed: boolean
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
  /** What editors called them then, by id. Earlier versions of this program did not write it down. */
  titles: z.record(z.string(), z.string()).optional(),
  /** Paths of the pages that differ from the release before, or are gone. Absent as `titles` is. */
  pages: z.array(z.string()).optional(),
  /** Those of them that are gone, and can't be looked at in it. Absent in what earlier versions wrote down. */
  gone: z.array(z.string()).optional(),
  /** From the first webhook's arrival, or the start of a sweep, to the switch, in ms. */
  tookMs: z.number(),
  /** By target, where the site lives elsewhere too. */
  deployTargets: z.array(deployTarget).optional(),
})
export type ReleaseRecord = z.output<typeof releaseRecord>

/** The last releases that visitors could tell apart, newest first. */
export interface ReleaseList {
  releases: ReleaseRecord[]
  /** The one that is served. */
  current: string | null
  /** Set while the site is pinned to an earlier release: what is published meanwhile waits. */
  pinned: string | null
}

/** What is known of earlier releases, too, whose files may be gone: newest first. */
export interface ReleaseHistory {
  releases: Pick<ReleaseRecord, 'id' | 'at' | 'documents' | 'pages'>[]
}

/** A text that differs between two releases: null if one of them has none in its place. */
export interface ChangedText {
  before: string | null
  after: string | null
  /** Paths of the pages that show it. */
  pages: string[]
}

/** What visitors see of a release that they did not see in the one before. */
export interface ReleaseChanges {
  texts: ChangedText[]
  /** Paths of pages that are new in it, and of those that are gone. */
  added: string[]
  removed: string[]
}
