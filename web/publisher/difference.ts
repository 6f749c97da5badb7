import { diffArrays, type ChangeObject } from 'diff'

/** Work and memory grow with its square: about a second and 20 MB. */
const MAX_EDITS = 4_000

/**
 * What makes one list of texts of another: parts that were removed, added, or stayed. Where more than that many texts
 * differ, all of one gave way to all of the other.
 */
export function differenceOf(before: string[], after: string[]): ChangeObject<string[]>[] {
  return (
    diffArrays(before, after, { maxEditLength: MAX_EDITS }) ?? [part(before, 'removed'), part(after, 'added')]
  )
}

function part(value: string[], change: 'removed' | 'added'): ChangeObject<string[]> {
  return { value, count: value.length, removed: change === 'removed', added: change === 'added' }
}
