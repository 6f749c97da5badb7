import { v7 } from 'uuid'

/**
 * A new id. They sort as they were made, also within a millisecond and after the clock was set back: lists are
 * told in their order, and "after this one" must not miss any. Node's own are in no order within a millisecond.
 */
export function newId(): string {
  return v7()
}
