import type { LakeDocument } from '../document.ts'
import { ordersOf } from '../store/sorted-list.ts'
import type { Budget } from './budget.ts'
import { isObject, rank } from './evaluate/values.ts'
import { isNode, type GroqNode } from './groq.ts'

type Key<Item = unknown> = (item: Item) => unknown
type Sign = 1 | -1

/** What to sort by, where it depends only on the item. */
export interface Keys {
  keys: Key[]
  signs: Sign[]
  name: string
}

/**
 * Reads an order by fields, or by fields in lower case. Such an order depends only on the items and can be kept.
 * Undefined for every other order.
 */
export function keysOf(args: readonly GroqNode[]): Keys | undefined {
  const keys = args.map((node) => keyOf(node.type === 'Asc' || node.type === 'Desc' ? node['base'] : node))
  if (keys.length === 0 || !keys.every((key) => key !== undefined)) return undefined
  return { keys, signs: args.map(({ type }) => (type === 'Desc' ? -1 : 1)), name: JSON.stringify(args) }
}

/** Sorts by fields. An order of all documents, or of all of a type, is kept and updated with each write. */
export function sortByKeys(
  list: readonly unknown[],
  { keys, signs, name }: Keys,
  budget: Budget,
): readonly unknown[] {
  const orders = ordersOf(list)
  if (orders === undefined) return sortBy(list, keys, signs, budget)
  const isBefore = (one: LakeDocument, other: LakeDocument): boolean => {
    budget.spend(1)
    for (const [index, key] of keys.entries()) {
      const difference = rank(key(one), key(other)) * (signs[index] ?? 1)
      if (difference !== 0) return difference < 0
    }
    // The list is ordered by id, and a stable sort keeps that order among equals.
    return one._id < other._id
  }
  return orders.read(name, isBefore, (documents) => sortBy(documents, keys, signs, budget))
}

/** Sorts as `order()` does: by the first value that differs, and stably where none does. */
export function sortBy<Item>(
  list: readonly Item[],
  keys: readonly Key<Item>[],
  signs: readonly Sign[],
  budget: Budget,
): readonly Item[] {
  budget.spend(list.length)
  budget.make(list.length * signs.length)
  const columns = keys.map((key) => list.map(key))
  // For example, by a field that no document has.
  if (columns.every(isAlike)) return list
  const compare = (one: number, other: number): number => {
    budget.spend(1)
    let [index, difference] = [0, 0]
    while (difference === 0 && index < columns.length) {
      const column = columns[index] ?? []
      difference = rank(column[one], column[other]) * (signs[index] ?? 1)
      index++
    }
    return difference
  }
  const rows = list.map((item, index) => ({ item, index }))
  rows.sort((one, other) => compare(one.index, other.index))
  return rows.map(({ item }) => item)
}

function isAlike(column: readonly unknown[]): boolean {
  const [first] = column
  return column.every((value) => value === first)
}

function keyOf(node: unknown): Key | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'AccessAttribute' && node['base'] === undefined && typeof node['name'] === 'string') {
    const name = node['name']
    // Inherited properties are not fields.
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
