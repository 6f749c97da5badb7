import { publishedId } from '../document.ts'
import type { Change } from '../store/transaction.ts'

/** Names something that a query read. A change carries the same tags, so that only affected queries run again. */
export type SyncTag = `s1:${string}`

/** The tag of a query that looked at every document. */
export const ANY_DOCUMENT: SyncTag = 's1:any'

export function typeTag(type: string): SyncTag {
  return `s1:type:${type}`
}

/** One for a document and its draft: which of them a query sees depends on its perspective. */
export function documentTag(id: string): SyncTag {
  return `s1:id:${publishedId(id)}`
}

/** The tags of all queries whose answers the changes may have altered. */
export function tagsOfChanges(changes: readonly Change[]): SyncTag[] {
  const tags = changes.flatMap(({ id, before, after }) => [
    documentTag(id),
    ...[before, after].flatMap((document) => (document === null ? [] : typeTag(document._type))),
  ])
  return [...new Set([ANY_DOCUMENT, ...tags])]
}
