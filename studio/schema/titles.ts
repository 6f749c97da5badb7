import type { Schema, SchemaType } from '@sanity/types'

/** Parts of a picture that go by the name of its field. */
const UNNAMED = new Set(['asset', 'media', 'hotspot', 'crop'])

/**
 * What forms call things, by document type: its own title under '', and those of its fields and items by paths such
 * as `items[].question`, or `blocks[quoteBlock].person` where a list holds several types.
 */
export function titlesOf(schema: Schema, types: readonly string[]): Record<string, Record<string, string>> {
  return Object.fromEntries(
    types.map((name) => {
      const type = schema.get(name)
      return [name, Object.fromEntries(type ? [['', type.title ?? name], ...below(type, '')] : [])]
    }),
  )
}

function below(type: SchemaType, path: string): [path: string, title: string][] {
  if (type.jsonType === 'array') {
    const { of } = type
    return of.flatMap((item) => ofItem(item, `${path}[${of.length > 1 ? item.name : ''}]`))
  }
  if (type.jsonType !== 'object' || type.name === 'reference' || type.name === 'slug') return []
  return type.fields
    .filter(({ name }) => !UNNAMED.has(name))
    .flatMap(({ name, type: field }): [string, string][] => {
      const here = path === '' ? name : `${path}.${name}`
      return [[here, field.title ?? name], ...below(field, here)]
    })
}

/** Plain lines, and paragraphs except for their links, go by the name of their field. */
function ofItem(item: SchemaType, path: string): [path: string, title: string][] {
  if (item.jsonType !== 'object') return []
  if (item.name === 'block') {
    const links = item.fields.find(({ name }) => name === 'markDefs')
    return links ? below(links.type, `${path}.markDefs`) : []
  }
  const target = 'to' in item ? (item.to as SchemaType[] | undefined)?.[0] : undefined
  return [[path, target?.title ?? item.title ?? 'Item'], ...below(item, path)]
}
