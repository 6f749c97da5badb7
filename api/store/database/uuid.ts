import { v7 } from 'uuid'

/**
 * A new id. Those of one process sort as they were made, also within a millisecond and after the clock was set
 * back: lists are told in their order, and "after this one" must not miss any. Node's own are in no order within a
 * millisecond. Those of several nodes, or of another start, sort by their clocks.
 */
export function newId(): string {
  return v7()
}
