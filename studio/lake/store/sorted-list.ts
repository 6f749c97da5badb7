import type { LakeDocument } from '../document.ts'

/** Documents in the order of their ids: the order a query without `order()` answers in. */
export interface SortedList {
  /** The documents now: an array that never changes, so that what was made of it stays right as long as it is given. */
  read: () => readonly LakeDocument[]
  /** Puts the document in its place, over the one with its id if there is one. */
  insert: (document: LakeDocument) => void
  remove: (id: string) => void
}

/** An array that was read is copied before the next change, which costs a tenth of a millisecond for 10,000 documents. */
export function createSortedList(): SortedList {
  let documents: LakeDocument[] = []
  let wasRead = false

  function writable(): LakeDocument[] {
    if (wasRead) documents = documents.slice()
    wasRead = false
    return documents
  }

  return {
    read: () => {
      wasRead = true
      return documents
    },
    insert: (document) => {
      const at = position(documents, document._id)
      writable().splice(at, documents[at]?._id === document._id ? 1 : 0, document)
    },
    remove: (id) => {
      const at = position(documents, id)
      if (documents[at]?._id === id) writable().splice(at, 1)
    },
  }
}

function position(list: readonly LakeDocument[], id: string): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const candidate = list[middle]
    if (candidate !== undefined && candidate._id < id) low = middle + 1
    else high = middle
  }
  return low
}
