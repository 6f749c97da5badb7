import type { LakeDocument } from '../document.ts'
import { isNode } from './groq.ts'

type Key = (document: LakeDocument) => unknown
type Order = { key: Key; sign: 1 | -1 }

// GROQ's order of unlike values: numbers, strings, booleans, the rest.
const RANKS: Record<string, number> = { number: 2, string: 3, boolean: 4 }
const REST = 100

const MAX_KNOWN = 8

// A Studio asks for the same lists again and again; an array of documents never changes, and goes with its first edit.
const sortedLists = new WeakMap<readonly LakeDocument[], Map<string, readonly LakeDocument[]>>()

/**
 * Sorts documents by fields, or fields in lower case, as `order()` would: groq-js evaluates the field of each document
 * in a scope of its own, which takes ten times as long. Undefined for an order by anything else.
 */
export function sortDocuments(
  documents: readonly LakeDocument[],
  args: unknown,
): readonly LakeDocument[] | undefined {
  const orders = Array.isArray(args) ? args.map(orderOf) : []
  if (orders.length === 0 || !orders.every((order) => order !== undefined)) return undefined
  const known = sortedLists.get(documents) ?? new Map<string, readonly LakeDocument[]>()
  const key = JSON.stringify(args)
  const sorted = known.get(key) ?? sortBy(documents, orders)
  if (known.size >= MAX_KNOWN) known.clear()
  sortedLists.set(documents, known.set(key, sorted))
  return sorted
}

function sortBy(documents: readonly LakeDocument[], orders: readonly Order[]): LakeDocument[] {
  const rows = documents.map((document) => ({ document, keys: orders.map(({ key }) => key(document)) }))
  rows.sort((one, other) => {
    for (const [index, { sign }] of orders.entries()) {
      const difference = compare(one.keys[index], other.keys[index])
      if (difference !== 0) return difference * sign
    }
    return 0
  })
  return rows.map(({ document }) => document)
}

function orderOf(node: unknown): Order | undefined {
  if (!isNode(node)) return undefined
  const isDirected = node.type === 'Asc' || node.type === 'Desc'
  const key = keyOf(isDirected ? node['base'] : node)
  return key && { key, sign: node.type === 'Desc' ? -1 : 1 }
}

function keyOf(node: unknown): Key | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'AccessAttribute' && node['base'] === undefined && typeof node['name'] === 'string') {
    const name = node['name']
    return (document) => document[name]
  }
  if (node.type !== 'FuncCall' || node['name'] !== 'lower' || !Array.isArray(node['args'])) return undefined
  const inner = keyOf(node['args'][0])
  return (
    inner &&
    ((document) => {
      const value = inner(document)
      return typeof value === 'string' ? value.toLowerCase() : null
    })
  )
}

function compare(one: unknown, other: unknown): number {
  const [rank, otherRank] = [RANKS[typeof one] ?? REST, RANKS[typeof other] ?? REST]
  if (rank !== otherRank) return rank - otherRank
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : Number(one > other)
  return rank === REST ? 0 : Number(one) - Number(other)
}
