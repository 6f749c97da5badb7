import { position, resolve, schemaNodes, type TypeNode } from '../../web/content/schema-nodes.ts'

type Fields = Record<string, unknown>

/** Paths of the values of a document that its type has no field for: what is left of a field that was taken away. */
export function unknownFields(document: { _type: string }): string[] {
  const node = schemaNodes.get(document._type)
  return node ? unknownIn(node, document, '') : []
}

function unknownIn(node: TypeNode, value: unknown, path: string): string[] {
  const known = resolve(node)
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => {
      const member = known && memberOf(known, item)
      return member ? unknownIn(member, item, path + position(item, index)) : []
    })
  const { attributes } = known ?? {}
  if (!attributes || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = path === '' ? name : `${path}.${name}`
    const field = attributes[name]
    return field ? unknownIn(field.value, inner, here) : [here]
  })
}

/** The type of an item in a list of one type, or of several that `_type` tells apart. */
function memberOf({ of }: TypeNode, item: unknown): TypeNode | undefined {
  const all = [of].flat().flatMap((one) => (one?.type === 'union' ? [one.of].flat() : [one]))
  if (all.length === 1) return all[0]
  return all.find((one) => {
    const { value } = (one && resolve(one)?.attributes?.['_type']?.value) ?? {}
    return value !== undefined && value === (item as Fields | null)?.['_type']
  })
}
