import { isRecord } from '../document.ts'
import { costOfFields, follow } from './follow.ts'
import { inShort, parsePath, type Step } from './path.ts'
import { costOfTextPatch } from './text-patch.ts'

/** A path, and the value that it puts there. */
export interface Target {
  path: string
  value: unknown
  /** Items are inserted once into an array, whatever part of it they replace. */
  isInsert: boolean
  /** The value describes a change of existing text, as for `diffMatchPatch`. */
  isTextPatch: boolean
}

/** Where a path leads. */
export interface Reached {
  steps: Step[]
  /** The arrays that hold its places. */
  arrays: ReadonlySet<readonly unknown[]>
  /** A text patch leads to a field that an object there does not have. */
  isGone: boolean
}

/** Bounds the work of one transaction. */
export interface Budget {
  /** Spends what a path costs on a document. @throws Error naming the path, where it is invalid or too much */
  follow: (target: Target, document: unknown) => Reached
  /**
   * Spends what a value costs that becomes part of a document, without what is in it. @throws Error where it is too
   * much
   */
  put: (value: unknown) => void
}

/** Most steps: a few seconds of the mutator's work. */
const MAX_STEPS = 5_000_000
/** Characters for one step: each is written to disk twice, in the document and in the transaction. */
const CHARACTERS = 8

/**
 * Bounds what the paths of a transaction cost, before the mutator follows them. The mutator lists a whole range in
 * memory, however short the array; nested ranges multiply, union terms double, and each change copies everything around
 * it. Bounds the size of documents, too, since a few bytes of a request can copy a whole one.
 */
export function createBudget(): Budget {
  let left = MAX_STEPS

  function spend(steps: number): boolean {
    left -= steps
    return left >= 0
  }

  return {
    put: (value) => {
      if (spend(costOf(value))) return
      throw new Error('the transaction writes too much: write less at a time, in several of them')
    },
    follow: ({ path, value, isInsert, isTextPatch }, document) => {
      function spendOnPath(steps: number): void {
        if (spend(steps)) return
        throw new Error(
          `the path ${inShort(path)} reaches too much: use shorter ranges, or patch less at a time`,
        )
      }

      spendOnPath(path.length)
      const steps = parsePath(path)
      const put = isTextPatch ? 0 : costOfAll(value)
      const holders = new Set<unknown>()
      follow(steps, document, {
        spend: spendOnPath,
        arrive: (holder, count, times) => {
          holders.add(holder)
          const once = isTextPatch ? costOfTextPatch(String(value), longestIn(holder)) : put
          spendOnPath(times * once * (isInsert ? 1 : count))
        },
      })
      const isGone = isTextPatch && lack(holders, steps.at(-1))
      if (isGone) for (const holder of holders) spendOnPath(costOf(holder))
      return { steps, arrays: new Set([...holders].filter((holder) => Array.isArray(holder))), isGone }
    },
  }
}

/** Whether all are objects, of which one does not have the field. */
function lack(holders: ReadonlySet<unknown>, step: Step | undefined): boolean {
  if (step?.kind !== 'field') return false
  const objects = [...holders].filter((holder) => isRecord(holder))
  return objects.length === holders.size && objects.some((object) => !Object.hasOwn(object, step.name))
}

function costOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / CHARACTERS
  return isRecord(value) ? 1 + costOfFields(value) : 1
}

/** What a value costs with all that is in it. */
function costOfAll(value: unknown): number {
  let cost = costOf(value)
  for (const item of valuesIn(value)) cost += costOfAll(item)
  return cost
}

/** How many characters the longest text has that an object or array holds itself. */
function longestIn(holder: unknown): number {
  let longest = 0
  for (const item of valuesIn(holder)) if (typeof item === 'string') longest = Math.max(longest, item.length)
  return longest
}

function valuesIn(holder: unknown): readonly unknown[] {
  if (Array.isArray(holder)) return holder
  return isRecord(holder) ? Object.values(holder) : []
}
