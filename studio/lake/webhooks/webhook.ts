import { isDraftId, isVersionId, type LakeDocument } from '../document.ts'
import type { Transaction } from '../store/transaction.ts'

/** Sanity's three reasons to call: what happened to the published document. */
export type Cause = 'create' | 'update' | 'delete'

export interface Webhook {
  /** Names it in the outbox and the log. Must be the same at every start. */
  name: string
  /** Where to post. If the address is known only after the lake is opened, calls wait for it. */
  url?: string | undefined
  secret: string
  /** GROQ on the document, `before()`, `after()` and `delta::…`. Every document matches by default. */
  filter?: string
  /** GROQ for the body; the whole document by default. */
  projection?: string
  on?: readonly Cause[]
  /** Sent with every call. */
  headers?: Readonly<Record<string, string>>
}

/** A change that a webhook may want. Kept on disk until it was delivered or found unwanted. */
export interface Notice {
  webhook: string
  transaction: string
  at: string
  document: string
  before: LakeDocument | null
  after: LakeDocument | null
}

/** Only changes of published documents: published, edited in place, unpublished or deleted. Drafts have no notice. */
export function noticesOf(webhooks: readonly Webhook[], { id, at, changes }: Transaction): Notice[] {
  const published = changes.filter((change) => !isDraftId(change.id) && !isVersionId(change.id))
  return published.flatMap(({ id: document, before, after }) =>
    webhooks.map(({ name }) => ({ webhook: name, transaction: id, at, document, before, after })),
  )
}
