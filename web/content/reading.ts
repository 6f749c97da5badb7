import { documentTypes, type StoredDocument } from './documents.ts'
import { linkFault, linkForms } from './link.ts'
import { isPageLink } from './page-link.ts'
import { isEmpty, position, schemaNodes, type TypeNode } from './schema-nodes.ts'

/** What one revision of a document holds, whatever the others do. */
export interface Reading {
  faults: FieldProblem[]
  references: Pointer[]
  /** Links that are some, with where they lead. */
  links: Pointer[]
}

interface Pointer {
  path: string
  to: string
}

const readings = new WeakMap<StoredDocument, Reading>()

/** A revision never changes, so it is looked through once. Documents of other sites hold nothing. */
export function readingOf(document: StoredDocument): Reading {
  const known = readings.get(document)
  if (known) return known
  const reading = read(document)
  readings.set(document, reading)
  return reading
}

function read(document: StoredDocument): Reading {
  const node = schemaNodes.get(document._type)
  const isOwn = documentTypes.includes(document._type)
  if (!isOwn) return { faults: [], references: [], links: [] }
  const links = linksIn(document, '', '')
  const wrong = links.flatMap(({ path, fault }) =>
    fault === undefined ? [] : [{ path, message: `is no link: ${fault}` }],
  )
  return {
    faults: node ? [...emptyFields(node, document, ''), ...wrong] : [],
    references: referencesIn(document, ''),
    links: links.filter(({ fault }) => fault === undefined),
  }
}

interface FieldProblem {
  path: string
  /** Begins with the field's name, which is not in it: `is empty.` */
  message: string
}

function emptyFields(node: TypeNode, value: unknown, path: string): FieldProblem[] {
  if (node.type === 'inline') {
    const named = schemaNodes.get(node.name ?? '')
    return named ? emptyFields(named, value, path) : []
  }
  if (node.type === 'type' && typeof node.value === 'object') return emptyFields(node.value, value, path)
  if (node.type === 'array' && Array.isArray(value)) {
    return value.flatMap((item: unknown, i) => itemFaults(node.of, item, path + position(item, i)))
  }
  if (!node.attributes || typeof value !== 'object' || value === null) return []
  const record = value as Record<string, unknown>
  return Object.entries(node.attributes).flatMap(([name, attribute]) => {
    const found = record[name]
    const here = path === '' ? name : `${path}.${name}`
    if (!isEmpty(found)) return emptyFields(attribute.value, found, here)
    return attribute.optional || name.startsWith('_') ? [] : [{ path: here, message: 'is empty.' }]
  })
}

interface Link extends Pointer {
  /** Why the site may not hold it. */
  fault: string | undefined
}

/** All links in a value. `owner` is the name of the field that it is in. */
function linksIn(value: unknown, path: string, owner: string): Link[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item, i) => linksIn(item, path + position(item, i), owner))
  return Object.entries(value).flatMap(([name, item]: [string, unknown]) => {
    const here = path === '' ? name : `${path}.${name}`
    const forms = linkForms(owner, name)
    if (!forms || typeof item !== 'string') return linksIn(item, here, name)
    const fault = linkFault(item, forms)
    // What is empty is said to be so, and a link to a page that is gone leads nowhere by itself.
    return item === '' || (isPageLink(value) && !fault) ? [] : [{ path: here, to: item, fault }]
  })
}

/** Where a list holds several types, an item says which it is. */
function itemFaults(of: TypeNode['of'], item: unknown, path: string): FieldProblem[] {
  if (isObjectNode(of)) return emptyFields(of, item, path)
  const members = isNode(of) && of.type === 'union' && Array.isArray(of.of) ? of.of.filter(isObjectNode) : []
  if (members.length === 0) return []
  const type = (item as { _type?: unknown } | null)?._type
  const own = members.find(({ attributes }) => attributes?.['_type']?.value.value === type)
  if (own) return emptyFields(own, item, path)
  return [{ path, message: `is a “${String(type)}”, which this site can’t draw. Take it out.` }]
}

function isNode(node: TypeNode['of']): node is TypeNode {
  return node !== undefined && !Array.isArray(node)
}

function isObjectNode(node: TypeNode['of']): node is TypeNode {
  return isNode(node) && (node.type === 'object' || node.type === 'inline')
}

function referencesIn(value: unknown, path: string): Pointer[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item, i) => referencesIn(item, path + position(item, i)))
  if ('_ref' in value && typeof value._ref === 'string') return [{ path, to: value._ref }]
  // The page that a link leads to may be gone.
  if (isPageLink(value)) return []
  return Object.entries(value).flatMap(([key, item]) =>
    referencesIn(item, path === '' ? key : `${path}.${key}`),
  )
}
