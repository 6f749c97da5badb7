import schema from './schema.generated.json' with { type: 'json' }

/** A document as stored, before any projection. */
export interface StoredDocument {
  _id: string
  _type: string
  _rev: string
  [field: string]: unknown
}

interface TypeNode {
  type: string
  name?: string
  attributes?: Record<string, { value: TypeNode; optional?: boolean }>
  of?: TypeNode | TypeNode[]
  value?: TypeNode | string
}

const types = new Map((schema as (TypeNode & { name: string })[]).map((node) => [node.name, node]))
const SINGLETONS = ['settings', 'home', 'platform', 'about', 'contact', 'notFound']
const LEGAL_PAGES = ['privacy', 'tos', 'cookies']

/** The document types that the site is made of. */
export const documentTypes = [...types.values()]
  .filter((node) => node.type === 'document' && !node.name.startsWith('sanity.'))
  .map((node) => node.name)

/**
 * What keeps a site from being rendered from these documents, each fault as a sentence that
 * names the document: a missing page, an empty required field, a reference that leads nowhere.
 */
export function faults(documents: readonly StoredDocument[], assets: readonly string[]): string[] {
  const known = new Set([...documents.map((document) => document._id), ...assets])
  const slugs = documents.map((document) => (document['slug'] as { current?: string } | undefined)?.current)
  return [
    ...SINGLETONS.filter((id) => !known.has(id)).map((id) => `The document “${id}” is missing.`),
    ...LEGAL_PAGES.filter((slug) => !slugs.includes(slug)).map(
      (slug) => `The legal page “${slug}” is missing.`,
    ),
    ...documents.flatMap((document) => {
      const node = types.get(document._type)
      return node
        ? [...emptyFields(node, document, document._id), ...lostReferences(document, document._id, known)]
        : []
    }),
  ]
}

function emptyFields(node: TypeNode, value: unknown, path: string): string[] {
  if (node.type === 'inline') {
    const named = types.get(node.name ?? '')
    return named ? emptyFields(named, value, path) : []
  }
  if (node.type === 'type' && typeof node.value === 'object') return emptyFields(node.value, value, path)
  if (node.type === 'array' && Array.isArray(value)) {
    return value.flatMap((item, i) =>
      isObjectNode(node.of) ? emptyFields(node.of, item, `${path}[${i}]`) : [],
    )
  }
  if (!node.attributes || typeof value !== 'object' || value === null) return []
  const record = value as Record<string, unknown>
  return Object.entries(node.attributes).flatMap(([name, attribute]) => {
    const found = record[name]
    const here = `${path}.${name}`
    if (!isEmpty(found)) return emptyFields(attribute.value, found, here)
    return attribute.optional || name.startsWith('_') ? [] : [`${here} is empty.`]
  })
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function isObjectNode(node: TypeNode | TypeNode[] | undefined): node is TypeNode {
  return node !== undefined && !Array.isArray(node) && (node.type === 'object' || node.type === 'inline')
}

function lostReferences(value: unknown, path: string, known: ReadonlySet<string>): string[] {
  if (typeof value !== 'object' || value === null) return []
  const lost = '_ref' in value && typeof value._ref === 'string' && !known.has(value._ref)
  if (lost) return [`${path} refers to “${String(value._ref)}”, which does not exist or is not published.`]
  return Object.entries(value).flatMap(([key, item]) => lostReferences(item, `${path}.${key}`, known))
}
