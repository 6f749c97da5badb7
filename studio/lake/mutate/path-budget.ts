import { isRecord } from '../document.ts'
import { follow } from './follow.ts'
import { inShort, parsePath, type Step } from './path.ts'

/** A path, and what it puts where it leads. */
export interface Target {
  path: string
  value: unknown
  /** Items go into an array once, whatever part of it they take the place of. */
  isInsert: boolean
}

/** Where a path leads. */
export interface Reached {
  steps: Step[]
  /** The arrays that hold its places. */
  arrays: ReadonlySet<readonly unknown[]>
}

/** Spends what a path costs on a document. @throws Error naming the path, where it is none or too much */
export type PathBudget = (target: Target, document: unknown) => Reached

/** What the paths of one transaction may cost: a few seconds of the mutator's work. */
const MAX_STEPS = 5_000_000

/**
 * Bounds what the paths of a transaction cost before the mutator follows them: it counts from one end of a range to
 * the other into memory, however short the array is; ranges within ranges multiply, terms of unions double, and each
 * change is a copy of all that holds it.
 */
export function createPathBudget(): PathBudget {
  let left = MAX_STEPS
  return ({ path, value, isInsert }, document) => {
    function spend(steps: number): void {
      left -= steps
      if (left >= 0) return
      throw new Error(
        `the path ${inShort(path)} reaches too much: use shorter ranges, or patch less at a time`,
      )
    }

    spend(path.length)
    const steps = parsePath(path)
    const put = countValues(value)
    const arrays = new Set<readonly unknown[]>()
    follow(steps, document, {
      spend,
      arrive: (holder, count, times) => {
        if (Array.isArray(holder)) arrays.add(holder)
        spend(times * put * (isInsert ? 1 : count))
      },
    })
    return { steps, arrays }
  }
}

/** How many values there are in one, itself too. */
function countValues(value: unknown): number {
  let count = 1
  const items = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []
  for (const item of items) count += countValues(item)
  return count
}
