import { v7 } from 'uuid'

/**
 * A new id. Ids of one process sort in the order in which they were made, even within a millisecond or if the clock was
 * set back: pages of a list go on after an id, and must miss none. Node's own UUIDs have no order within a millisecond.
 * Ids of several nodes or starts sort by their clocks.
 */
export function newId(): string {
  return v7()
}
