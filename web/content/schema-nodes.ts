import schema from './schema.generated.json' with { type: 'json' }

/** A type in the extracted schema: its fields, their types, and which of them are required. */
export interface TypeNode {
  type: string
  name?: string
  attributes?: Record<string, { value: TypeNode; optional?: boolean }>
  of?: TypeNode | TypeNode[]
  /** The remaining fields of a list's item beside its key: all of those of a reference. */
  rest?: TypeNode
  value?: TypeNode | string
  /** The type that a reference leads to. */
  dereferencesTo?: string
}

/** All types of the schema by their names. */
export const schemaNodes: ReadonlyMap<string, TypeNode> = new Map(
  (schema as (TypeNode & { name: string })[]).map((node) => [node.name, node]),
)

/** Follows a node that only names a type, and merges all fields of a list's item. */
export function resolve(node: TypeNode): TypeNode | undefined {
  if (node.rest) {
    const rest = resolve(node.rest)
    return { ...rest, ...node, attributes: { ...rest?.attributes, ...node.attributes } }
  }
  const named = node.type === 'inline' ? schemaNodes.get(node.name ?? '') : node
  return typeof named?.value === 'object' && named.type === 'type' ? named.value : named
}

/** Where an item is in its list, as the Studio spells it: `[_key=="a"]`, or `[0]` where it has no key. */
export function position(item: unknown, index: number): string {
  const keyed = typeof item === 'object' && item !== null && '_key' in item && typeof item._key === 'string'
  return keyed ? `[_key=="${item._key as string}"]` : `[${index}]`
}

/** Whether a field holds nothing. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
