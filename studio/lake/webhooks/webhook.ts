import { isDraftId, isVersionId, type LakeDocument } from '../document.ts'
import type { Transaction } from '../store/transaction.ts'

/** Sanity's three reasons to call: what happened to the published document. */
export type Cause = 'create' | 'update' | 'delete'

export interface Webhook {
  /** Names it in the outbox and the log: must stay the same from start to start. */
  name: string
  /** Where to post; none where the address is known later than the lake is opened: calls wait for it. */
  url?: string | undefined
  secret: string
  /** GROQ on the document, `before()`, `after()` and `delta::…`; every document without one. */
  filter?: string
  /** GROQ for the body; the whole document without one. */
  projection?: string
  on?: readonly Cause[]
  /** Sent with every call. */
  headers?: Readonly<Record<string, string>>
}

/** A change that a webhook may want to hear of. Kept on disk until the webhook was told, or did not want it. */
export interface Notice {
  webhook: string
  transaction: string
  at: string
  document: string
  before: LakeDocument | null
  after: LakeDocument | null
}

/** Drafts are told to nobody: only what is published, changed in its place, unpublished or deleted. */
export function noticesOf(webhooks: readonly Webhook[], { id, at, changes }: Transaction): Notice[] {
  const published = changes.filter((change) => !isDraftId(change.id) && !isVersionId(change.id))
  return published.flatMap(({ id: document, before, after }) =>
    webhooks.map(({ name }) => ({ webhook: name, transaction: id, at, document, before, after })),
  )
}
