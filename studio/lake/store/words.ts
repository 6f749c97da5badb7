import { isRecord, publishedId, type LakeDocument } from '../document.ts'
import { createPostings, type Postings } from './postings.ts'

/** Finds the documents that contain a word without a scan. A stored document has a number while it exists. */
export interface WordIndex {
  /** The documents with a word, or with any word that begins with it if it ends in `*`. */
  find: (wanted: string) => Holders
  /** The stored document with this number. */
  documentOf: (holder: number) => LakeDocument | undefined
  /** All numbers are below this one. */
  end: () => number
  replace: (before: LakeDocument | undefined, after: LakeDocument | undefined) => void
}

type Lists = readonly (readonly number[])[]

/** The documents that contain a word in a text, and those that may show it as their id. */
interface Holders {
  inText: Lists
  /** A perspective may show a document under its published id, and then not by its own. */
  byId: Lists
  /** Sum of the lengths of all lists; a document may be in several. */
  size: number
}

const WORD = /[\p{L}\p{N}]+/gu

interface Index {
  words: Postings
  ids: Postings
  holders: Map<string, number>
  documents: (LakeDocument | undefined)[]
  /** Numbers of deleted documents, to be reused. */
  free: number[]
}

/** The first search builds the index, which is kept up to date from then on: without searches it costs nothing. */
export function createWordIndex(documents: () => Iterable<LakeDocument>): WordIndex {
  let index: Index | undefined

  function made(): Index {
    if (index !== undefined) return index
    index = { words: createPostings(), ids: createPostings(), holders: new Map(), documents: [], free: [] }
    for (const document of documents()) enter(index, undefined, document)
    return index
  }

  return {
    find: (wanted) => {
      const { words, ids } = made()
      const [inText, byId] = [words.find(wanted), ids.find(wanted)]
      return { inText, byId, size: [...inText, ...byId].reduce((sum, { length }) => sum + length, 0) }
    },
    documentOf: (holder) => made().documents[holder],
    end: () => made().documents.length,
    replace: (before, after) => {
      if (index === undefined) return
      if (after !== undefined) enter(index, before, after)
      else if (before !== undefined) leave(index, before)
    },
  }
}

// An edit changes a word or two, and only those are updated.
function enter(
  { words, ids, holders, documents, free }: Index,
  before: LakeDocument | undefined,
  after: LakeDocument,
): void {
  const holder = holders.get(after._id) ?? free.pop() ?? documents.length
  documents[holder] = after
  const [old, now] = [
    before === undefined ? new Set<string>() : new Set(wordsIn(before)),
    new Set(wordsIn(after)),
  ]
  for (const word of old) if (!now.has(word)) words.remove(word, holder)
  for (const word of now) if (!old.has(word)) words.add(word, holder)
  if (before !== undefined) return
  holders.set(after._id, holder)
  for (const id of idsOf(after)) ids.add(id, holder)
}

function leave({ words, ids, holders, documents, free }: Index, gone: LakeDocument): void {
  const holder = holders.get(gone._id)
  if (holder === undefined) return
  for (const word of new Set(wordsIn(gone))) words.remove(word, holder)
  for (const id of idsOf(gone)) ids.remove(id, holder)
  documents[holder] = undefined
  holders.delete(gone._id)
  free.push(holder)
}

/** The words of all texts in a document, in lower case and in their order; what begins with `_` is no text. */
export function wordsIn(document: LakeDocument): string[] {
  return collect(document).flatMap(wordsOfText)
}

/** The words of a text, in lower case: “What’s” is two of them. */
export function wordsOfText(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}

function idsOf({ _id }: LakeDocument): Set<string> {
  return new Set([_id, publishedId(_id)].map((id) => id.toLowerCase()))
}

function collect(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(collect)
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, item]) => (key.startsWith('_') ? [] : collect(item)))
}
