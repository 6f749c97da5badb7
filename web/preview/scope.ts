import type { Documents, StoredDocument } from '../content/documents.ts'

/** What a preview shows: what is live, every draft, or the draft of one document among what is live. */
export type Scope = { perspective: 'published' | 'drafts' } | { perspective: 'document'; document: string }

const DRAFT = 'drafts.'
const VERSION = 'versions.'

/** The documents that a scope sees, of all that are stored. A draft goes under its published id. */
export function documentsIn(raw: readonly StoredDocument[], scope: Scope): Documents {
  const stored = raw.filter(({ _id }) => !_id.startsWith(VERSION))
  const published = stored.filter(({ _id }) => !_id.startsWith(DRAFT))
  const drafts = stored
    .filter(({ _id }) => _id.startsWith(DRAFT))
    .map((draft) => ({ ...draft, _id: draft._id.slice(DRAFT.length) }))
    .filter(({ _id }) => isInScope(_id, scope))
  return new Map([...published, ...drafts].map((document) => [document._id, document]))
}

function isInScope(id: string, scope: Scope): boolean {
  return scope.perspective === 'document' ? scope.document === id : scope.perspective === 'drafts'
}
