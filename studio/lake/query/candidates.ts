import { draftId, publishedId, type LakeDocument } from '../document.ts'
import type { Corpus } from '../store/corpus.ts'
import type { View } from '../store/view.ts'
import type { WordIndex } from '../store/words.ts'
import { ANY_DOCUMENT, documentTag, typeTag, type SyncTag } from './sync-tags.ts'

export type Candidates = readonly LakeDocument[]

/** The indexes in which documents are looked up. */
export interface Catalogue {
  view: View
  referrers: Corpus['referrers']
  versions: Corpus['versions']
  words: WordIndex
}

/**
 * A condition that an index can answer: a document has one of these ids, or one of these types, refers to one of these,
 * or is a version of one of these or in one of these releases.
 */
export interface Lookup {
  by: '_id' | '_type' | 'references' | 'versionOf' | 'partOfRelease'
  values: readonly string[]
}

/** The documents that may meet a condition. */
export interface Choice {
  size: number
  read: () => Candidates
  /** Whether a document is one of them. */
  has: (document: LakeDocument) => boolean
  /** Whether all of them meet the condition, so that it need not be evaluated again. */
  isExact: boolean
  /** The sync tag of changes to them. */
  tags: readonly SyncTag[]
}

/** All documents, where no index can answer a condition. */
export function allOf({ view }: Catalogue): Choice {
  return { size: view.count(), read: view.all, has: () => true, isExact: false, tags: [ANY_DOCUMENT] }
}

export function choiceOf({ by, values }: Lookup, { view, referrers, versions }: Catalogue): Choice {
  if (by === '_type') return ofTypes(view, new Set(values))
  if (by === '_id') return few(byId(view, values), values.map(documentTag))
  if (by === 'versionOf') {
    const ids = values.flatMap((id) => [id, draftId(id), ...versions.ofDocument(id)])
    return few(byId(view, ids), values.map(documentTag))
  }
  if (by === 'partOfRelease') {
    return few(byId(view, new Set(values.flatMap((name) => [...versions.inRelease(name)]))), [ANY_DOCUMENT])
  }
  return few(byId(view, new Set(values.flatMap((id) => [...referrers(id)]))), [ANY_DOCUMENT])
}

function few(documents: Candidates, tags: readonly SyncTag[]): Choice {
  const has = (document: LakeDocument): boolean => documents.includes(document)
  return { size: documents.length, read: () => documents, has, isExact: false, tags }
}

function ofTypes(view: View, types: Set<string>): Choice {
  const [first = '', ...others] = types
  const has = ({ _type }: LakeDocument): boolean => types.has(_type)
  return {
    size: [...types].reduce((sum, type) => sum + view.count(type), 0),
    read: () => (others.length === 0 ? view.ofType(first) : view.all().filter(has)),
    has,
    isExact: true,
    tags: [...types].map(typeTag),
  }
}

// A document stored under the id of a draft or version may be shown under the published id.
function byId(view: View, ids: Iterable<string>): LakeDocument[] {
  const shown = [...ids].flatMap((id) => [id, publishedId(id)])
  return [...new Set(shown)].flatMap((id) => view.get(id) ?? []).toSorted(byIdOrder)
}

function byIdOrder(one: LakeDocument, other: LakeDocument): number {
  return one._id < other._id ? -1 : 1
}
