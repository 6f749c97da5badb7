import { diffArrays, type ChangeObject } from 'diff'

/** Time and memory grow with the square of this: about a second and 20 MB. */
const MAX_EDITS = 4_000

/**
 * What turns one list of texts into another: parts that were removed, added, or stayed. Where more than `MAX_EDITS`
 * texts differ, all of one is replaced by all of the other.
 */
export function differenceOf(before: string[], after: string[]): ChangeObject<string[]>[] {
  return (
    diffArrays(before, after, { maxEditLength: MAX_EDITS }) ?? [part(before, 'removed'), part(after, 'added')]
  )
}

function part(value: string[], change: 'removed' | 'added'): ChangeObject<string[]> {
  return { value, count: value.length, removed: change === 'removed', added: change === 'added' }
}
