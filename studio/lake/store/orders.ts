import type { LakeDocument } from '../document.ts'
import { placeOf } from './place.ts'

type Sort = (documents: readonly LakeDocument[]) => readonly LakeDocument[]
type IsBefore = (one: LakeDocument, other: LakeDocument) => boolean

/** A list of documents in orders other than its own. */
export interface Orders {
  /** Notes that a document was replaced, added or removed. */
  follow: (before: LakeDocument | undefined, after: LakeDocument | undefined) => void
  /**
   * The documents in the order of this name: an array that never changes.
   * @param isBefore says of any two documents which comes first
   * @param sort builds the order where it is unknown, or too much has changed since
   */
  read: (name: string, isBefore: IsBefore, sort: Sort) => readonly LakeDocument[]
}

interface Change {
  before: LakeDocument | undefined
  after: LakeDocument | undefined
}

interface KnownOrder {
  sorted: readonly LakeDocument[]
  /** What has changed since it was read, by id. */
  changes: Map<string, Change>
}

/** Most orders kept: each takes a pointer for every document. */
const MAX_KNOWN = 8

/** Most changes to follow. Each moves half of the array, and this many take as long as sorting again. */
const MAX_CHANGES = 64

/** Keeps orders, which catch up with edits when they are read. Orders that nobody reads any more are dropped. */
export function createOrders(read: () => readonly LakeDocument[]): Orders {
  const known = new Map<string, KnownOrder>()

  return {
    follow: (before, after) => {
      const id = after?._id ?? before?._id ?? ''
      for (const [name, { changes }] of known) {
        const earlier = changes.get(id)
        changes.set(id, { before: earlier === undefined ? before : earlier.before, after })
        if (changes.size > MAX_CHANGES) known.delete(name)
      }
    },
    read: (name, isBefore, sort) => {
      const last = known.get(name)
      const sorted = last === undefined ? sort(read()) : changed(last, isBefore)
      known.delete(name)
      known.set(name, { sorted, changes: new Map() })
      const [oldest] = known.keys()
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
      return sorted
    },
  }
}

function changed({ sorted, changes }: KnownOrder, isBefore: IsBefore): readonly LakeDocument[] {
  if (changes.size === 0) return sorted
  const result = sorted.slice()
  for (const { before, after } of changes.values()) {
    if (before !== undefined) result.splice(placeOf(result, before, isBefore), 1)
    if (after !== undefined) result.splice(placeOf(result, after, isBefore), 0, after)
  }
  return result
}
