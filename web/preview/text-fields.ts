import { schemaNodes, type TypeNode } from '../content/schema-nodes.ts'

/** A string that people read, and where it stands. */
export interface TextField {
  text: string
  /** As the Studio spells it: `faq.items[_key=="a"].question`. */
  path: string
}

/** Fields that no visitor reads in the page: parts of addresses, and what only the head shows. */
const NOT_COPY = new Set(['slug', 'href', 'url', 'seo', 'linkedin', 'salesEmail', 'privacyEmail'])
const DATE = /^\d{4}-\d{2}-\d{2}/

/**
 * Replaces every text of a document that people read by what `replace` makes of it. The schema says what is one: in it,
 * ids, types and choices from a list are no plain strings.
 */
export function mapText<D extends { _type: string }>(document: D, replace: (field: TextField) => string): D {
  const node = schemaNodes.get(document._type)
  return node ? (walk(node, document, '', replace) as D) : document
}

function walk(node: TypeNode, value: unknown, path: string, replace: (field: TextField) => string): unknown {
  const own = resolve(node)
  if (typeof value === 'string') {
    const isCopy = own.type === 'string' && own.value === undefined && !DATE.test(value)
    return isCopy ? replace({ text: value, path }) : value
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      walk(memberOf(own, item), item, `${path}[${keyOf(item) ?? index}]`, replace),
    )
  }
  if (typeof value !== 'object' || value === null || !own.attributes) return value
  const { attributes } = own
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: [string, unknown]) => {
      const attribute = attributes[name]
      if (!attribute || name.startsWith('_') || NOT_COPY.has(name)) return [name, item]
      return [name, walk(attribute.value, item, path ? `${path}.${name}` : name, replace)]
    }),
  )
}

function resolve(node: TypeNode): TypeNode {
  if (node.type === 'inline') return resolve(schemaNodes.get(node.name ?? '') ?? { type: 'unknown' })
  if (node.type === 'type' && typeof node.value === 'object') return resolve(node.value)
  return node
}

/** What an array's item is made of; where it holds several types, the item says which. */
function memberOf(array: TypeNode, item: unknown): TypeNode {
  const member = Array.isArray(array.of) ? undefined : array.of
  if (member?.type !== 'union' || !Array.isArray(member.of)) return member ?? { type: 'unknown' }
  const type = typeof item === 'object' && item !== null && '_type' in item ? item._type : undefined
  const named = member.of.find((one) => resolve(one).attributes?.['_type']?.value.value === type)
  return named ?? { type: 'unknown' }
}

function keyOf(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null || !('_key' in item)) return undefined
  return `_key=="${String(item._key)}"`
}
