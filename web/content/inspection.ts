import { documentTypes, type StoredDocument } from './documents.ts'
import { linkFault, linkForms } from './link.ts'
import { isPageLink } from './page-link.ts'
import { isEmpty, position, resolve, schemaNodes, type TypeNode } from './schema-nodes.ts'

/** What one revision of a document holds, regardless of the other documents. */
export interface Inspection {
  faults: FieldProblem[]
  references: Reference[]
  /** Valid links, with their targets. */
  links: Pointer[]
}

interface Pointer {
  path: string
  to: string
}

interface Reference extends Pointer {
  /** Of the document that it must lead to; none where the schema has no such field. */
  type: string | undefined
}

const inspections = new WeakMap<StoredDocument, Inspection>()

/** Inspects each revision once, as it never changes. Documents of other types than the site's hold nothing. */
export function inspect(document: StoredDocument): Inspection {
  const known = inspections.get(document)
  if (known) return known
  const reading = read(document)
  inspections.set(document, reading)
  return reading
}

function read(document: StoredDocument): Inspection {
  const node = schemaNodes.get(document._type)
  const isOwn = documentTypes.includes(document._type)
  if (!isOwn) return { faults: [], references: [], links: [] }
  const links = linksIn(document, '', '')
  const wrong = links.flatMap(({ path, fault }) =>
    fault === undefined ? [] : [{ path, message: `is no link: ${fault}` }],
  )
  return {
    faults: node ? [...problemsIn(node, document, ''), ...dateProblems(document), ...wrong] : [],
    references: referencesIn(node, document, ''),
    links: links.filter(({ fault }) => fault === undefined),
  }
}

interface FieldProblem {
  path: string
  /** Follows the field's name in a sentence: `is empty.` */
  message: string
}

/** Faults of values that have another type than their field: scripts can write past the Studio. */
const OTHER_TYPES: Readonly<Record<string, string>> = {
  string: 'is no text.',
  number: 'is no number.',
  boolean: 'is neither on nor off.',
  array: 'is no list.',
}
/** The types that rich text is made of; a part without its type is not rendered. */
const TEXT_PARTS = new Set(['block', 'span'])

function problemsIn(type: TypeNode, value: unknown, path: string): FieldProblem[] {
  const node = nodeOf(type, value)
  if (!node) return []
  if (node.type === 'union') {
    const name = isRecord(value) ? value['_type'] : undefined
    return [{ path, message: `is a “${String(name)}”, which this site can’t draw. Take it out.` }]
  }
  const otherType = OTHER_TYPES[node.type]
  if (otherType !== undefined && node.type !== typeOf(value)) return [{ path, message: otherType }]
  if (Array.isArray(value) && isNode(node.of)) {
    const { of } = node
    return inItems(value, path, (item, here) => problemsIn(of, item, here))
  }
  // In a value of another type, each field is missing.
  return node.attributes ? fieldProblems(node.attributes, isRecord(value) ? value : {}, path) : []
}

function fieldProblems(
  attributes: NonNullable<TypeNode['attributes']>,
  value: Record<string, unknown>,
  path: string,
): FieldProblem[] {
  const part = attributes['_type']?.value.value
  if (typeof part === 'string' && TEXT_PARTS.has(part) && value['_type'] !== part)
    return [{ path, message: 'holds something that is no text. Take it out.' }]
  if (attributes['_ref'] && isEmpty(value['_ref'])) return [{ path, message: 'is empty.' }]
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const found = value[name]
    const here = path === '' ? name : `${path}.${name}`
    if (!isMissing(found, attribute.value)) return problemsIn(attribute.value, found, here)
    return attribute.optional || name.startsWith('_') ? [] : [{ path: here, message: 'is empty.' }]
  })
}

/**
 * Whether a field is empty. An empty value of another type than the field's, such as a list in place of a text, counts
 * as a wrong type instead.
 */
function isMissing(value: unknown, type: TypeNode): boolean {
  if (value === undefined || value === null) return true
  return isEmpty(value) && nodeOf(type, value)?.type === typeOf(value)
}

/** The schema of a value. Where several types are allowed, the value itself says which it has. */
function nodeOf(type: TypeNode, value: unknown): TypeNode | undefined {
  const node = resolve(type)
  if (node?.type !== 'union' || !Array.isArray(node.of)) return node
  // A choice of strings.
  if (node.of.every((member) => member.type === 'string')) return { type: 'string' }
  const name = isRecord(value) ? value['_type'] : undefined
  return node.of.map(resolve).find((member) => member?.attributes?.['_type']?.value.value === name) ?? node
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}

/** In the extracted schema a date is any text, but a page can't be rendered with a text that is no date. */
function dateProblems({ _type, updated }: StoredDocument): FieldProblem[] {
  const isDate = _type !== 'legalPage' || typeof updated !== 'string' || !Number.isNaN(Date.parse(updated))
  return isDate || updated === '' ? [] : [{ path: 'updated', message: 'is no date.' }]
}

interface Link extends Pointer {
  /** Why the site may not hold it. */
  fault: string | undefined
}

/** All links in a value. `owner` is the name of the field that it is in. */
function linksIn(value: unknown, path: string, owner: string): Link[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return inItems(value, path, (item, here) => linksIn(item, here, owner))
  return Object.entries(value).flatMap(([name, item]: [string, unknown]) => {
    const here = path === '' ? name : `${path}.${name}`
    const forms = linkForms(owner, name)
    if (!forms || typeof item !== 'string') return linksIn(item, here, name)
    const fault = linkFault(item, forms)
    // An empty link is reported as an empty field. A link to a page follows that page, and leads nowhere once it is
    // gone.
    return item === '' || (isPageLink(value) && !fault) ? [] : [{ path: here, to: item, fault }]
  })
}

/**
 * Applies `find` to the items of a list, except parts of a page that are hidden: no query returns them, finished or
 * not.
 */
function inItems<Found>(
  list: readonly unknown[],
  path: string,
  find: (item: unknown, path: string) => Found[],
): Found[] {
  return list.flatMap((item, i) => {
    const isHidden = path === 'blocks' && isRecord(item) && item['hidden'] === true
    return isHidden ? [] : find(item, path + position(item, i))
  })
}

function isNode(node: TypeNode['of']): node is TypeNode {
  return node !== undefined && !Array.isArray(node)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function referencesIn(type: TypeNode | undefined, value: unknown, path: string): Reference[] {
  const node = type && nodeOf(type, value)
  if (Array.isArray(value)) {
    const of = isNode(node?.of) ? node.of : undefined
    return inItems(value, path, (item, here) => referencesIn(of, item, here))
  }
  if (!isRecord(value)) return []
  if (typeof value['_ref'] === 'string') return [{ path, to: value['_ref'], type: node?.dereferencesTo }]
  // The page that a link leads to may be gone.
  if (isPageLink(value)) return []
  return Object.entries(value).flatMap(([key, item]) =>
    referencesIn(node?.attributes?.[key]?.value, item, path === '' ? key : `${path}.${key}`),
  )
}
