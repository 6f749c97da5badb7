import { documentTypes, type Documents, type StoredDocument } from './documents.ts'
import { linkFieldFault } from './link.ts'
import { addressFaults } from './page-addresses.ts'
import * as queries from './queries.ts'
import schema from './schema.generated.json' with { type: 'json' }

interface TypeNode {
  type: string
  name?: string
  attributes?: Record<string, { value: TypeNode; optional?: boolean }>
  of?: TypeNode | TypeNode[]
  value?: TypeNode | string
}

const types = new Map((schema as (TypeNode & { name: string })[]).map((node) => [node.name, node]))
/** Ids of the documents that the queries ask for by name; there were no redirects at first, so they may be missing. */
const REQUIRED = new Set(
  Object.values<string>(queries).flatMap(
    (query) => /^\*\[_type == "\w+" && _id == "(\w+)"/.exec(query)?.[1] ?? [],
  ),
)
REQUIRED.delete('redirects')
const ASSET_FIELD = /(?:^|\.)asset$/
const LEGAL_PAGES = ['privacy', 'tos', 'cookies']

/** Something that keeps a document from being shown, in an editor's words, and where it is. */
export interface ContentFault {
  /** Id of the document. */
  document: string
  sentence: string
  /** The field, as the Studio spells its path; none where the document itself is missing. */
  path?: string
}

/** Why a picture can't be shown, by the id of its asset: what stands after the field's name in a sentence. */
export type BrokenPictures = ReadonlyMap<string, string>

/**
 * What keeps a site from being rendered from these documents: a missing page, an empty required field, a
 * reference that leads nowhere or to a picture that can't be shown, a link that is none.
 */
export function contentFaults(documents: Documents, broken: BrokenPictures = new Map()): ContentFault[] {
  return [
    ...[...REQUIRED].filter((id) => !documents.has(id)).map((id) => missing(id)),
    ...LEGAL_PAGES.flatMap((slug) => legalFaults(`legal-${slug}`, slug, documents)),
    ...addressFaults(documents),
    ...[...documents.values()].flatMap((document) => documentFaults(document, documents, broken)),
  ]
}

/** The references in a document of the site, and the paths of their fields; none in other documents. */
export function referencesOf(document: StoredDocument): Reading['references'] {
  return readingOf(document).references
}

function missing(id: string): ContentFault {
  return {
    document: id,
    sentence: `The document “${id}” is missing. Publish it again: a page of the site is made of it.`,
  }
}

function legalFaults(id: string, slug: string, documents: Documents): ContentFault[] {
  const document = documents.get(id)
  if (!document) return [missing(id)]
  if ((document['slug'] as { current?: string } | undefined)?.current === slug) return []
  return [
    {
      document: id,
      path: 'slug',
      sentence: `slug is the address of the page and must stay “${slug}”: links to it would lead nowhere.`,
    },
  ]
}

/** What was found in a revision: it never changes, so it is looked through once. */
interface Reading {
  faults: FieldFault[]
  references: { path: string; to: string }[]
}

const readings = new WeakMap<StoredDocument, Reading>()

/** What keeps one document from being shown beside the others. */
function documentFaults(document: StoredDocument, others: Documents, broken: BrokenPictures): ContentFault[] {
  const reading = readingOf(document)
  const lost = reading.references.flatMap(({ path, to }) => {
    const reason = referenceFault(path, to, others.get(to)) ?? broken.get(to)
    return reason === undefined ? [] : [{ path, sentence: `${path} ${reason}` }]
  })
  return [...reading.faults, ...lost].map((fault) => ({ document: document._id, ...fault }))
}

/** What is wrong with a reference to `other`, as what follows the field's name. */
function referenceFault(path: string, to: string, other: StoredDocument | undefined): string | undefined {
  if (!other) return `refers to “${to}”, which does not exist or is not published.`
  // Any document can have an address, and only an asset's is made from what it is.
  return ASSET_FIELD.test(path) && other._type !== 'sanity.imageAsset'
    ? `refers to “${to}”, which is no picture. Upload one.`
    : undefined
}

function readingOf(document: StoredDocument): Reading {
  const reading = readings.get(document) ?? read(document)
  readings.set(document, reading)
  return reading
}

function read(document: StoredDocument): Reading {
  const node = types.get(document._type)
  const isOwn = documentTypes.includes(document._type)
  return {
    faults: node && isOwn ? [...emptyFields(node, document, ''), ...linkFaultsIn(document, '', '')] : [],
    references: isOwn ? referencesIn(document, '') : [],
  }
}

interface FieldFault {
  path: string
  sentence: string
}

function emptyFields(node: TypeNode, value: unknown, path: string): FieldFault[] {
  if (node.type === 'inline') {
    const named = types.get(node.name ?? '')
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
    return attribute.optional || name.startsWith('_') ? [] : [{ path: here, sentence: `${here} is empty.` }]
  })
}

/** Links that the site may not hold. `owner` is the name of the field that the value is in. */
function linkFaultsIn(value: unknown, path: string, owner: string): FieldFault[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value))
    return value.flatMap((item, i) => linkFaultsIn(item, path + position(item, i), owner))
  return Object.entries(value).flatMap(([name, item]: [string, unknown]) => {
    const here = path === '' ? name : `${path}.${name}`
    const fault = linkFieldFault(owner, name, item)
    return fault === undefined
      ? linkFaultsIn(item, here, name)
      : [{ path: here, sentence: `${here}: ${fault}` }]
  })
}

/** Where a list holds several types, an item says which it is. */
function itemFaults(of: TypeNode['of'], item: unknown, path: string): FieldFault[] {
  if (isObjectNode(of)) return emptyFields(of, item, path)
  const members = isNode(of) && of.type === 'union' && Array.isArray(of.of) ? of.of.filter(isObjectNode) : []
  if (members.length === 0) return []
  const type = (item as { _type?: unknown } | null)?._type
  const own = members.find(({ attributes }) => attributes?.['_type']?.value.value === type)
  if (own) return emptyFields(own, item, path)
  return [{ path, sentence: `${path} is “${String(type)}”, which this site can't draw. Take it out.` }]
}

function position(item: unknown, index: number): string {
  const keyed = typeof item === 'object' && item !== null && '_key' in item && typeof item._key === 'string'
  return keyed ? `[_key=="${item._key as string}"]` : `[${index}]`
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function isNode(node: TypeNode['of']): node is TypeNode {
  return node !== undefined && !Array.isArray(node)
}

function isObjectNode(node: TypeNode['of']): node is TypeNode {
  return isNode(node) && (node.type === 'object' || node.type === 'inline')
}

function referencesIn(value: unknown, path: string): Reading['references'] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item, i) => referencesIn(item, path + position(item, i)))
  if ('_ref' in value && typeof value._ref === 'string') return [{ path, to: value._ref }]
  return Object.entries(value).flatMap(([key, item]) =>
    referencesIn(item, path === '' ? key : `${path}.${key}`),
  )
}

/** A fault with the document that it is in, as one sentence. */
export function inWords({ document, path, sentence }: ContentFault): string {
  return path === undefined ? sentence : `${document}.${sentence}`
}
