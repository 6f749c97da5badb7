import type { LakeDocument } from '../document.ts'

/** Documents in the order of their ids: the order a query without `order()` answers in. */
export type SortedList = LakeDocument[]

/** Puts the document in its place, over the one with its id if there is one. */
export function insert(list: SortedList, document: LakeDocument): void {
  const at = position(list, document._id)
  list.splice(at, list[at]?._id === document._id ? 1 : 0, document)
}

export function remove(list: SortedList, id: string): void {
  const at = position(list, id)
  if (list[at]?._id === id) list.splice(at, 1)
}

function position(list: SortedList, id: string): number {
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
