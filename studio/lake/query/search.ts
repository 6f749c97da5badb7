import type { LakeDocument } from '../document.ts'
import type { View } from '../store/view.ts'
import type { WordIndex } from '../store/words.ts'
import type { Budget } from './budget.ts'
import { findText, type Words } from './text.ts'

/** Documents to search, which are read only where the index has no answer. */
export interface Searched {
  size: number
  read: () => readonly LakeDocument[]
  /** Whether a document is one of them. */
  has: (document: LakeDocument) => boolean
}

/** Scanning a text takes as long as finding this many documents in the index. */
const TEXT_TO_FOUND = 8
/** Scanning a text takes as long as walking this many numbers of a list. */
const TEXT_TO_NUMBERS = 128
const NUMBERS_PER_STEP = 16

/**
 * The documents that contain all wanted words and no unwanted one, ordered by id. Texts are scanned only where that is
 * less work than using the index, or where the index has no answer.
 */
export function searchText(
  searched: Searched,
  words: Words,
  { view, words: index }: { view: View; words: WordIndex },
  budget: Budget,
): readonly LakeDocument[] {
  const [rarest, ...others] = words.wanted
    .filter((word) => word !== '*')
    .map((word) => ({ word, ...index.find(word) }))
    .toSorted((one, other) => one.size - other.size)
  if (rarest === undefined || rarest.size > searched.size * TEXT_TO_FOUND) {
    return findText(searched.read(), words, budget)
  }

  const left: Words = { wanted: [], unwanted: [] }
  const end = index.end()
  budget.spend(rarest.size / NUMBERS_PER_STEP)
  let numbers = union([...rarest.inText, ...rarest.byId], end)
  if (rarest.byId.length > 0) left.wanted.push(rarest.word)

  /** Whether the index is worth using for a word in this many texts. */
  function isWorth(size: number): boolean {
    if (size > numbers.length * TEXT_TO_NUMBERS) return false
    budget.spend((size + numbers.length) / NUMBERS_PER_STEP)
    return true
  }

  for (const { word, inText, byId, size } of others) {
    const isAsked = isWorth(size)
    if (isAsked) numbers = intersection(numbers, union([...inText, ...byId], end))
    if (!isAsked || byId.length > 0) left.wanted.push(word)
  }
  for (const word of words.unwanted) {
    const { inText, byId, size } = index.find(word)
    const isAsked = isWorth(size)
    if (isAsked) numbers = difference(numbers, union(inText, end))
    if (!isAsked || byId.length > 0) left.unwanted.push(word)
  }
  const documents = documentsOf(numbers, searched, { view, words: index }, budget)
  return left.wanted.length + left.unwanted.length === 0 ? documents : findText(documents, left, budget)
}

function documentsOf(
  numbers: readonly number[],
  { has }: Searched,
  { view, words }: { view: View; words: WordIndex },
  budget: Budget,
): readonly LakeDocument[] {
  budget.spend(numbers.length)
  const documents: LakeDocument[] = []
  for (const number of numbers) {
    const stored = words.documentOf(number)
    const document = stored && view.shown(stored)
    if (document !== undefined && has(document)) documents.push(document)
  }
  // Numbers ascend like ids among the documents that existed when the index was built.
  return isInOrder(documents) ? documents : documents.toSorted(byIdOrder)
}

function isInOrder(documents: readonly LakeDocument[]): boolean {
  let last = ''
  for (const { _id } of documents) {
    if (_id < last) return false
    last = _id
  }
  return true
}

function byIdOrder(one: LakeDocument, other: LakeDocument): number {
  return one._id < other._id ? -1 : 1
}

type Numbers = readonly number[]

/** The numbers of any of the lists, each once, ascending as in the lists. @param end above all of them */
function union(lists: readonly Numbers[], end: number): Numbers {
  const [first = [], ...others] = lists
  if (others.length === 0) return first
  const marks = new Uint8Array(end)
  for (const list of lists) for (const number of list) marks[number] = 1
  const numbers: number[] = []
  for (let number = 0; number < end; number++) if (marks[number] === 1) numbers.push(number)
  return numbers
}

/** The numbers that are in both lists, which ascend. */
function intersection(list: Numbers, other: Numbers): Numbers {
  return select(list, other, true)
}

/** The numbers of the list that are not in the other; both ascend. */
function difference(list: Numbers, other: Numbers): Numbers {
  return select(list, other, false)
}

function select(list: Numbers, other: Numbers, isWanted: boolean): Numbers {
  const selected: number[] = []
  let at = 0
  for (const number of list) {
    while ((other[at] ?? number) < number) at++
    if ((other[at] === number) === isWanted) selected.push(number)
  }
  return selected
}
