import { isDraftId, isVersionId, type LakeDocument } from '../document.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Webhook } from './webhook.ts'

/** A change that a webhook may want to hear of. Kept on disk until it was told, or did not want to. */
export type Notice = {
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
