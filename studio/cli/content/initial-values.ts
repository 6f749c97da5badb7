import { Schema as SchemaBuilder } from '@sanity/schema'
import { builtinTypes } from '@sanity/schema/_internal'
import type { ObjectSchemaType, Schema, SchemaType } from '@sanity/types'
import { isEmpty, position, resolve, schemaNodes, type TypeNode } from '../../../web/content/schema-nodes.ts'
import { schemaTypes } from '../../schema/index.ts'

/** A required field that is empty, and what a new document would have there. */
export interface Initial {
  /** As the Studio spells it: `blocks[_key=="a"].hidden`. */
  path: string
  value: unknown
  /** Paths of the groups around it that are missing too, outermost first, with their initial values. */
  groups: [path: string, value: Record<string, unknown>][]
}

/** The extracted schema knows which fields are required, this one their initial values. */
const schema = SchemaBuilder.compile({ name: 'site', types: [...builtinTypes, ...schemaTypes] }) as Schema

/** Empty required fields of a document that have an initial value; none for types that are not the site's. */
export function missingInitials(document: { _type: string }): Initial[] {
  const type = schema.get(document._type)
  const isOwn = schemaTypes.some(({ name }) => name === document._type)
  return type && isOwn ? missingIn({ type, node: schemaNodes.get(type.name) }, document, '', []) : []
}

interface Field {
  type: SchemaType
  node: TypeNode | undefined
}

function missingIn(
  { type, node }: Field,
  value: unknown,
  path: string,
  groups: Initial['groups'],
): Initial[] {
  const known = node && resolve(node)
  if (type.jsonType === 'array' && Array.isArray(value))
    return value.flatMap((item: unknown, index) => {
      const member = memberOf(type.of, known, item)
      return member ? missingIn(member, item, path + position(item, index), groups) : []
    })
  if (type.jsonType !== 'object' || !known?.attributes || !isRecord(value)) return []
  return type.fields.flatMap(({ name, type: field }): Initial[] => {
    const attribute = known.attributes?.[name]
    if (!attribute) return []
    const here = path === '' ? name : `${path}.${name}`
    const own = { type: field, node: attribute.value }
    if (!isEmpty(value[name])) return missingIn(own, value[name], here, groups)
    if (attribute.optional) return []
    const initial: unknown = field.initialValue
    if (initial !== undefined && typeof initial !== 'function')
      return [{ path: here, value: initial, groups }]
    const begun = field.jsonType === 'object' ? beginningOf(field) : undefined
    return begun ? missingIn(own, begun, here, [...groups, [here, begun]]) : []
  })
}

function memberOf(of: readonly SchemaType[], list: TypeNode | undefined, item: unknown): Field | undefined {
  const name = isRecord(item) ? item['_type'] : undefined
  const type = of.find((one) => one.name === name) ?? (of.length === 1 ? of[0] : undefined)
  const listed = [list?.of].flat().flatMap((one) => (one?.type === 'union' ? [one.of].flat() : [one]))
  const all = listed.map((one) => ({ one, known: one && resolve(one) }))
  const isNamed = ({ one, known }: (typeof all)[number]): boolean =>
    one?.name === name || typeNameIn(known) === name
  const node = all.find(isNamed)?.one ?? (all.length === 1 ? all[0]?.one : undefined)
  return type && { type, node }
}

function typeNameIn(node: TypeNode | undefined): unknown {
  return node?.attributes?.['_type']?.value.value
}

/** A group states its type if that has a name of its own. */
function beginningOf(type: ObjectSchemaType): Record<string, unknown> {
  return type.name === 'object' ? {} : { _type: type.name }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
