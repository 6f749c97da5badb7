import { documentTypes, type Documents, type StoredDocument } from './documents.ts'
import { PICTURE_FORMATS } from '../../api/contract/pictures.ts'
import { documentWords, fieldWords } from './field-words.ts'
import { linkFault, linkForms, pageFault } from './link.ts'
import { landingFaults } from './landing-faults.ts'
import { isPageLink } from './page-link.ts'
import { knownPaths } from './paths.ts'
import { pictureFile } from './picture-files.ts'
import * as queries from './queries.ts'
import { schemaNodes, type TypeNode } from './schema-nodes.ts'

/** Ids of the documents that the queries ask for by name; there were no redirects at first, so they may be missing. */
const REQUIRED = new Set(
  Object.values<string>(queries).flatMap(
    (query) => /^\*\[_type == "\w+" && _id == "(\w+)"/.exec(query)?.[1] ?? [],
  ),
)
REQUIRED.delete('redirects')
const ASSET_FIELD = /(?:^|\.)asset$/
const LEGAL_PAGES = ['privacy', 'tos', 'cookies']
const LEGAL_ID = /^legal-/

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

/** What could not be made of the pictures that documents show. */
interface Making {
  broken?: BrokenPictures | undefined
  /** Documents that are on the site: what they show was made before. */
  lastGood?: Documents
}

/**
 * What keeps a site from being rendered from these documents: a missing page, an empty required field, a
 * reference that leads nowhere or to a picture that can't be shown, a link that is none.
 */
export function contentFaults(documents: Documents, { broken, lastGood }: Making = {}): ContentFault[] {
  const known = knownPaths(documents)
  return [
    ...[...REQUIRED].filter((id) => !documents.has(id)).map((id) => missing(id)),
    ...LEGAL_PAGES.flatMap((slug) => legalFaults(`legal-${slug}`, slug, documents)),
    ...landingFaults(documents),
    ...[...documents.values()].flatMap((document) => {
      const isShown = lastGood?.get(document._id)?._rev === document._rev
      return documentFaults(document, { documents, broken: isShown ? undefined : broken, known })
    }),
  ]
}

/** The references in a document of the site, and the paths of their fields; none in other documents. */
export function referencesOf(document: StoredDocument): Reading['references'] {
  return readingOf(document).references
}

function missing(id: string): ContentFault {
  return {
    document: id,
    sentence: `The document ${documentWords(standInFor(id))} is missing. Fill it in and publish it: pages of the site are made of it.`,
  }
}

/** What a document that exists once is called while it does not, by its fixed id. */
export function standInFor(id: string): { _id: string; _type: string; title?: string } {
  return LEGAL_ID.test(id)
    ? { _id: id, _type: 'legalPage', title: id.replace(LEGAL_ID, '') }
    : { _id: id, _type: id }
}

function legalFaults(id: string, slug: string, documents: Documents): ContentFault[] {
  const document = documents.get(id)
  if (!document) return [missing(id)]
  if ((document['slug'] as { current?: string } | undefined)?.current === slug) return []
  return [
    {
      document: id,
      path: 'slug',
      sentence: `${fieldWords(document, 'slug')} must stay “${slug}”: links to the page would lead nowhere.`,
    },
  ]
}

/** What was found in a revision: it never changes, so it is looked through once. */
interface Reading {
  faults: FieldFault[]
  references: Pointer[]
  /** Links that are some, with where they lead. */
  links: Pointer[]
}

interface Pointer {
  path: string
  to: string
}

const readings = new WeakMap<StoredDocument, Reading>()

interface Others {
  documents: Documents
  broken: BrokenPictures | undefined
  known: ReadonlySet<string>
}

/** What keeps one document from being shown beside the others. */
function documentFaults(document: StoredDocument, { documents, broken, known }: Others): ContentFault[] {
  const reading = readingOf(document)
  const lost = reading.references.flatMap(({ path, to }) => {
    const says = referenceFault(path, to, documents.get(to)) ?? broken?.get(to)
    return says === undefined ? [] : [{ path, says }]
  })
  const astray = reading.links.flatMap(({ path, to }) => {
    const fault = pageFault(to, known)
    return fault === undefined ? [] : [{ path, says: `leads nowhere: ${fault}` }]
  })
  return [...reading.faults, ...lost, ...astray].map(({ path, says }) => ({
    document: document._id,
    path,
    sentence: `${fieldWords(document, path)} ${says}`,
  }))
}

/** What is wrong with a reference to `other`, as what follows the field's name. */
function referenceFault(path: string, to: string, other: StoredDocument | undefined): string | undefined {
  if (!other) return 'shows something that is not published. Publish that first, or choose another.'
  if (!ASSET_FIELD.test(path)) return undefined
  // Any document can have an address, and only an asset's is made from what it is.
  if (other._type !== 'sanity.imageAsset') return 'holds something that is no picture. Upload one.'
  return pictureFile(to)
    ? undefined
    : `holds something that is no picture which browsers show. Upload a ${PICTURE_FORMATS} file.`
}

function readingOf(document: StoredDocument): Reading {
  const reading = readings.get(document) ?? read(document)
  readings.set(document, reading)
  return reading
}

function read(document: StoredDocument): Reading {
  const node = schemaNodes.get(document._type)
  const isOwn = documentTypes.includes(document._type)
  if (!isOwn) return { faults: [], references: [], links: [] }
  const links = linksIn(document, '', '')
  const wrong = links.flatMap(({ path, fault }) =>
    fault === undefined ? [] : [{ path, says: `is no link: ${fault}` }],
  )
  return {
    faults: node ? [...emptyFields(node, document, ''), ...wrong] : [],
    references: referencesIn(document, ''),
    links: links.filter(({ fault }) => fault === undefined),
  }
}

interface FieldFault {
  path: string
  /** What stands after the field's name in a sentence. */
  says: string
}

function emptyFields(node: TypeNode, value: unknown, path: string): FieldFault[] {
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
    return attribute.optional || name.startsWith('_') ? [] : [{ path: here, says: 'is empty.' }]
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
function itemFaults(of: TypeNode['of'], item: unknown, path: string): FieldFault[] {
  if (isObjectNode(of)) return emptyFields(of, item, path)
  const members = isNode(of) && of.type === 'union' && Array.isArray(of.of) ? of.of.filter(isObjectNode) : []
  if (members.length === 0) return []
  const type = (item as { _type?: unknown } | null)?._type
  const own = members.find(({ attributes }) => attributes?.['_type']?.value.value === type)
  if (own) return emptyFields(own, item, path)
  return [{ path, says: `is a “${String(type)}”, which this site can’t draw. Take it out.` }]
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
  // The page that a link leads to may be gone.
  if (isPageLink(value)) return []
  return Object.entries(value).flatMap(([key, item]) =>
    referencesIn(item, path === '' ? key : `${path}.${key}`),
  )
}

/** A fault with its place in the stored content, as a developer looks for it. */
export function inWords({ document, path, sentence }: ContentFault): string {
  return path === undefined ? sentence : `${document}.${path}: ${sentence}`
}

/** A fault with its document as the Studio calls it. */
export function inEditorsWords({ document: id, path, sentence }: ContentFault, documents: Documents): string {
  const document = documents.get(id)
  return document && path !== undefined ? `${documentWords(document)}: ${sentence}` : sentence
}
