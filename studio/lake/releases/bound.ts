import { publishedId, releaseOf } from '../document.ts'
import type { Corpus } from '../store/corpus.ts'
import type { Release } from './release.ts'

/** Whether both would write the same document: the one that goes live later stands. */
export function sharesDocuments(corpus: Corpus, one: Release, other: Release): boolean {
  const documents = documentsOf(corpus, other)
  return [...documentsOf(corpus, one)].some((id) => documents.has(id))
}

/** Whether a document of the one refers to a document of the other, in a version or as it is live. */
export function areLinked(corpus: Corpus, one: Release, other: Release): boolean {
  return refersTo(corpus, one, other) || refersTo(corpus, other, one)
}

function refersTo(corpus: Corpus, from: Release, to: Release): boolean {
  const documents = documentsOf(corpus, from)
  return [...documentsOf(corpus, to)].some((id) =>
    [...corpus.referrers(id)].some(
      (referrer) => releaseOf(referrer) === from.name || documents.has(referrer),
    ),
  )
}

function documentsOf(corpus: Corpus, { name }: Release): Set<string> {
  return new Set([...corpus.versions.inRelease(name)].map(publishedId))
}
