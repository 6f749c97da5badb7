import type { SanityDocumentLike } from '@sanity/types'

/** Whether two copies of a document say the same, whenever they were written. */
export function saySame(one: SanityDocumentLike, other: SanityDocumentLike): boolean {
  return wordsOf(one) === wordsOf(other)
}

/** Comparing JSON works because lakes sort the keys of what they store. */
function wordsOf({ _id, _rev, _createdAt, _updatedAt, _system, ...words }: SanityDocumentLike): string {
  return JSON.stringify(words)
}
