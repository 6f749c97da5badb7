import type { LakeDocument } from '../document.ts'
import { createOrders, type Orders } from './orders.ts'
import { placeOf } from './place.ts'

/** Documents ordered by id, as in the answer to a query without `order()`. */
export interface SortedList {
  /** How many there are. Counting them in `documents` would cost the next change a copy. */
  count: () => number
  /** The documents now, as an array that never changes: what is derived from it stays valid for it. */
  read: () => readonly LakeDocument[]
  /** Puts the document in its place, over the one with its id if there is one. */
  insert: (document: LakeDocument) => void
  remove: (id: string) => void
}

const orders = new WeakMap<readonly unknown[], Orders>()

/** The other orders of an array that is what some sorted list is now; undefined for any other array. */
export function ordersOf(list: readonly unknown[]): Orders | undefined {
  return orders.get(list)
}

/**
 * An array that was handed out is copied before the next change, which takes 0.1 ms for 10,000 documents.
 */
export function createSortedList(): SortedList {
  let documents: LakeDocument[] = []
  let wasRead = false
  const own = createOrders(() => documents)

  function writable(): LakeDocument[] {
    if (!wasRead) return documents
    orders.delete(documents)
    documents = documents.slice()
    wasRead = false
    return documents
  }

  /** Where a document with the id is, or would be, and which is there. */
  function find(id: string): { at: number; known: LakeDocument | undefined } {
    const at = placeOf(documents, id, isBefore)
    const found = documents[at]
    return { at, known: found?._id === id ? found : undefined }
  }

  return {
    count: () => documents.length,
    read: () => {
      if (!wasRead) orders.set(documents, own)
      wasRead = true
      return documents
    },
    insert: (document) => {
      const { at, known } = find(document._id)
      writable().splice(at, known === undefined ? 0 : 1, document)
      own.follow(known, document)
    },
    remove: (id) => {
      const { at, known } = find(id)
      if (known === undefined) return
      writable().splice(at, 1)
      own.follow(known, undefined)
    },
  }
}

function isBefore({ _id }: LakeDocument, id: string): boolean {
  return _id < id
}
