import type { Budget } from './budget.ts'
import { isObject, rank } from './evaluate/values.ts'
import { isNode, type GroqNode } from './groq.ts'

type Key = (item: unknown) => unknown
type Sign = 1 | -1

/** What to sort by, where that can be told from the item alone. */
export interface Keys {
  keys: Key[]
  signs: Sign[]
  name: string
}

const MAX_KNOWN = 8

// A Studio asks for the same lists again and again; an array of documents never changes, and goes with its first edit.
const sortedLists = new WeakMap<readonly unknown[], Map<string, readonly unknown[]>>()

/**
 * Reads an order by fields, or by fields in lower case: these need no scope of each item, and a list that was sorted
 * by them once is not sorted again. Undefined for an order by anything else.
 */
export function keysOf(args: readonly GroqNode[]): Keys | undefined {
  const keys = args.map((node) => keyOf(node.type === 'Asc' || node.type === 'Desc' ? node['base'] : node))
  if (keys.length === 0 || !keys.every((key) => key !== undefined)) return undefined
  return { keys, signs: args.map(({ type }) => (type === 'Desc' ? -1 : 1)), name: JSON.stringify(args) }
}

export function sortKnown(
  list: readonly unknown[],
  { keys, signs, name }: Keys,
  budget: Budget,
): readonly unknown[] {
  const known = sortedLists.get(list) ?? new Map<string, readonly unknown[]>()
  const sorted = known.get(name) ?? sortBy(list, (item) => keys.map((key) => key(item)), signs, budget)
  if (known.size >= MAX_KNOWN) known.clear()
  sortedLists.set(list, known.set(name, sorted))
  return sorted
}

/** Sorts as `order()` does: by the first value that differs, and as they came where none does. */
export function sortBy(
  list: readonly unknown[],
  valuesOf: (item: unknown) => readonly unknown[],
  signs: readonly Sign[],
  budget: Budget,
): unknown[] {
  budget.spend(list.length)
  budget.make(list.length * signs.length)
  const rows = list.map((item) => ({ item, values: valuesOf(item) }))
  rows.sort((one, other) => {
    budget.spend(1)
    let [index, difference] = [0, 0]
    while (difference === 0 && index < signs.length) {
      difference = rank(one.values[index], other.values[index]) * (signs[index] ?? 1)
      index++
    }
    return difference
  })
  return rows.map(({ item }) => item)
}

function keyOf(node: unknown): Key | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'AccessAttribute' && node['base'] === undefined && typeof node['name'] === 'string') {
    const name = node['name']
    // What every object inherits is no field of it.
    const isInherited = name in {}
    return (item) => (isObject(item) && (!isInherited || Object.hasOwn(item, name)) ? item[name] : null)
  }
  if (node.type !== 'FuncCall' || node['name'] !== 'lower' || !Array.isArray(node['args'])) return undefined
  const inner = keyOf(node['args'][0])
  return (
    inner &&
    ((item) => {
      const value = inner(item)
      return typeof value === 'string' ? value.toLowerCase() : null
    })
  )
}
