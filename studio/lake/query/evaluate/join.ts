import { unwrap, type GroqNode } from '../groq.ts'
import type { Scope } from './scope.ts'
import { cellOf, type Compile, type Place, type Step } from './step.ts'
import { isTime } from './values.ts'

/** A condition that compares a value of the item with one of an outer scope: `ref._ref == ^._id`. */
export interface Join {
  /** The items it may be true for; undefined where each must be looked at. */
  find: (items: readonly unknown[], scope: Scope) => readonly unknown[] | undefined
}

// Lists of this length or more are indexed when they are searched a second time.
const WORTH_AN_INDEX = 8

type Index = Map<unknown, unknown[]>
interface ItemIndex {
  items?: readonly unknown[]
  index?: Index | 'none'
}

export function joinOf(condition: GroqNode, inner: Place, compile: Compile): Join | undefined {
  const { type, op, left, right } = unwrap(condition)
  if (type !== 'OpCall' || (op !== '==' && op !== 'in')) return undefined
  const [one, other] = [compile(left, inner), compile(right, inner)]
  if (isOwn(other, inner) && isOuter(one, inner)) return join(op, other, one)
  return op === '==' && isOwn(one, inner) && isOuter(other, inner) ? join(op, one, other) : undefined
}

/** The items left by the first join that has an answer. */
export function joined(
  joins: readonly { join: Join | undefined }[],
  items: readonly unknown[],
  scope: Scope,
): readonly unknown[] {
  if (items.length < WORTH_AN_INDEX) return items
  for (const { join: one } of joins) {
    const found = one?.find(items, scope)
    if (found !== undefined) return found
  }
  return items
}

function isOwn({ reads }: Step, inner: Place): boolean {
  return reads.size === 1 && reads.has(inner)
}

function isOuter({ reads }: Step, inner: Place): boolean {
  return reads.size > 0 && !reads.has(inner)
}

function join(op: '==' | 'in', own: Step, outer: Step): Join {
  const cell = cellOf((): ItemIndex => ({}))
  return {
    find: (items, scope) => {
      const known = cell(scope.run)
      if (known.items !== items) {
        Object.assign(known, { items, index: undefined })
        return undefined
      }
      known.index ??= indexOf(items, own, scope, { isOfMany: op === 'in' }) ?? 'none'
      const key = outer.run(scope.nest(null))
      if (known.index === 'none' || !isKey(key)) return undefined
      return known.index.get(key) ?? []
    },
  }
}

/** Undefined where an item has a value that can't be a key. */
function indexOf(
  items: readonly unknown[],
  own: Step,
  scope: Scope,
  { isOfMany }: { isOfMany: boolean },
): Index | undefined {
  const index: Index = new Map()
  const { budget } = scope.run
  for (const item of items) {
    budget.spend(2)
    const value = own.run(scope.nest(item ?? null)) ?? null
    const keys = keysOf(value, isOfMany)
    if (keys === undefined) return undefined
    for (const key of keys) {
      if (isTime(key)) return undefined
      if (!isKey(key)) continue
      budget.make(1)
      const known = index.get(key)
      if (known === undefined) index.set(key, [item])
      else known.push(item)
    }
  }
  return index
}

function keysOf(value: unknown, isOfMany: boolean): Iterable<unknown> | undefined {
  if (!isOfMany) return [value]
  if (Array.isArray(value)) return new Set(value.map((key: unknown) => key ?? null))
  return isKey(value) ? [] : undefined
}

function isKey(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}
