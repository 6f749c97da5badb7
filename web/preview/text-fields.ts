import { position, resolve, schemaNodes, type TypeNode } from '../content/schema-nodes.ts'

/** A string that people read, and where it stands. */
export interface TextField {
  text: string
  /** As the Studio spells it: `faq.items[_key=="a"].question`. */
  path: string
}

/** Fields that no visitor reads in the page: parts of addresses, and what only the head shows. */
const NOT_COPY = new Set(['slug', 'href', 'url', 'seo', 'linkedin', 'salesEmail', 'privacyEmail'])
/** In place of what the schema does not know: nothing of it is text. */
const UNKNOWN: TypeNode = { type: 'unknown' }
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
  const own = resolve(node) ?? UNKNOWN
  if (typeof value === 'string') {
    const isCopy = own.type === 'string' && own.value === undefined && !DATE.test(value)
    return isCopy ? replace({ text: value, path }) : value
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      walk(memberOf(own, item), item, path + position(item, index), replace),
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

/** What an array's item is made of; where it holds several types, the item says which. */
function memberOf(array: TypeNode, item: unknown): TypeNode {
  const member = Array.isArray(array.of) ? undefined : array.of
  if (member?.type !== 'union' || !Array.isArray(member.of)) return member ?? UNKNOWN
  const type = typeof item === 'object' && item !== null && '_type' in item ? item._type : undefined
  const named = member.of.find((one) => resolve(one)?.attributes?.['_type']?.value.value === type)
  return named ?? UNKNOWN
}
