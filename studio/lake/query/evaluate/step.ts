import type { GroqNode } from '../groq.ts'
import type { Run, Scope } from './scope.ts'

/** A scope at compile time: the chain of scopes is the same for every evaluation. */
export interface Place {
  parent: Place | null
  isHidden: boolean
}

/** How to evaluate a node. */
export interface Step {
  run: (scope: Scope) => unknown
  /** The scopes whose values it depends on. */
  reads: ReadonlySet<Place>
  /** Whether it loops over items, so that caching its value is worthwhile. */
  loops: boolean
}

/** Makes a step of a part of a node. */
export type Compile = (node: unknown, place: Place) => Step
export type CompileNode = (node: GroqNode, place: Place, compile: Compile) => Step

/** A step made of `parts`, with their dependencies. */
export function stepOf(
  parts: readonly Step[],
  run: (scope: Scope) => unknown,
  own: { reads?: readonly Place[]; loops?: boolean } = {},
): Step {
  return {
    run,
    reads: new Set([...parts.flatMap(({ reads }) => [...reads]), ...(own.reads ?? [])]),
    loops: own.loops === true || parts.some(({ loops }) => loops),
  }
}

/** A step that throws a TypeError whenever it is taken. */
export function failing(what: string): Step {
  return stepOf([], () => {
    throw new TypeError(what)
  })
}

/** A scope within this one, from which `^` leads here. */
export function nestPlace(place: Place): Place {
  return { parent: place.isHidden ? place.parent : place, isHidden: false }
}

/** A scope that `^` skips. */
export function nestHiddenPlace(place: Place): Place {
  return { ...nestPlace(place), isHidden: true }
}

/** What a step that is evaluated per item reads beside the item. */
export function readsOutside({ reads }: Step, inner: Place): Place[] {
  return [...reads].filter((place) => place !== inner)
}

/** Gives a plan a value of its own in each evaluation. */
export function cellOf<T extends object>(make: () => T): (run: Run) => T {
  const cells = new WeakMap<Run, T>()
  return (run) => {
    const known = cells.get(run)
    if (known !== undefined) return known
    const made = make()
    cells.set(run, made)
    return made
  }
}

/**
 * Caches the value of a step that does not read the innermost scope, so that it is evaluated once for all items of that
 * scope; a step that reads no scope at all is evaluated only once.
 */
export function rememberOutside(step: Step, place: Place): Step {
  if (!step.loops || step.reads.has(place) || place.parent === null) return step
  const distance = distanceTo(step.reads, place)
  if (distance === undefined && step.reads.size > 0) return step
  const cell = cellOf((): { owner?: Scope | Run | null; value?: unknown } => ({}))
  return {
    ...step,
    run: (scope) => {
      const known = cell(scope.run)
      const owner = distance === undefined ? scope.run : scope.ancestor(distance)
      if (known.owner !== owner) {
        known.value = step.run(scope)
        known.owner = owner
      }
      return known.value
    },
  }
}

/** How many scopes outward the nearest one is that is read; undefined where none is read. */
function distanceTo(reads: ReadonlySet<Place>, place: Place): number | undefined {
  let distance = 0
  for (let outer: Place | null = place; outer !== null; outer = outer.parent) {
    if (reads.has(outer)) return distance
    distance++
  }
  return undefined
}
