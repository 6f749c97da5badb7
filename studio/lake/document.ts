/** A stored document. `_rev` is the id of the transaction that wrote it. */
export interface LakeDocument {
  _id: string
  _type: string
  _rev: string
  _createdAt: string
  _updatedAt: string
  [field: string]: unknown
}

export type Fields = Record<string, unknown>

const SYSTEM_FIELDS = ['_id', '_type', '_rev', '_createdAt', '_updatedAt']
const DRAFT = 'drafts.'
/** Bounded, as ids appear in headers, addresses and lists. The prefix of a draft or version comes on top. */
export const DOCUMENT_ID = /^(?:drafts\.|versions\.[\w-]{1,64}\.)?[\w.-]{1,128}$/u
/** How deep a document may be nested: half of what an answer may be, which may wrap it in a projection. */
export const MAX_LEVELS = 500
/** The type of content releases. */
export const RELEASE_TYPE = 'system.release'
const VERSION = /^versions\.([^.]+)\./

export function isDraftId(id: string): boolean {
  return id.startsWith(DRAFT)
}

export function isVersionId(id: string): boolean {
  return VERSION.test(id)
}

/** The release that a version belongs to, as in `versions.<release>.<id>`. */
export function releaseOf(id: string): string | undefined {
  return VERSION.exec(id)?.[1]
}

/** The id of a document's version in a release. */
export function versionId(release: string, id: string): string {
  return `versions.${release}.${publishedId(id)}`
}

/** Whether releasing this version unpublishes the document. */
export function takesAway(version: LakeDocument): boolean {
  return isRecord(version['_system']) && version['_system']['delete'] === true
}

/** The id a document has, or would have, once published. */
export function publishedId(id: string): string {
  return isDraftId(id) ? id.slice(DRAFT.length) : id.replace(VERSION, '')
}

/** The id of a document's draft. */
export function draftId(id: string): string {
  return DRAFT + publishedId(id)
}

/** As in a public dataset of Sanity's: an id with a dot can't be read without a token. */
export function isPublicId(id: string): boolean {
  return !id.includes('.')
}

/** Whether a value is an object, which an array is not here. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The document with the keys of every object in it sorted, as the hosted lake does. Equal documents are then equal
 * bytes, whichever client wrote them; it costs one copy of what is new in each document written.
 *
 * @param known what the fields were derived from: objects shared with it are kept
 * @param meet is called with every value that is copied or new
 * @throws TypeError when a field that every document has is missing, RangeError when it is nested too deep to be read.
 */
export function toDocument(
  fields: Fields,
  known: LakeDocument | null = null,
  meet: (value: unknown) => void = () => undefined,
): LakeDocument {
  function sort(value: unknown, level: number, before: unknown): unknown {
    if (value === before) return value
    meet(value)
    if (typeof value !== 'object' || value === null) return value
    if (level > MAX_LEVELS)
      throw new RangeError(
        `it is nested more than ${MAX_LEVELS} levels deep, and no query could answer it: nest less`,
      )
    if (Array.isArray(value)) return sortItems(value, level, before)
    return isRecord(value) ? sortRecord(value, level, isRecord(before) ? before : {}) : value
  }

  function sortItems(items: readonly unknown[], level: number, before: unknown): unknown[] {
    if (!Array.isArray(before)) return items.map((item) => sort(item, level + 1, undefined))
    // Items behind what came or went have moved by as many places.
    const moved = before.length - items.length
    return items.map((item, index) =>
      item === before[index + moved] ? item : sort(item, level + 1, before[index]),
    )
  }

  function sortRecord(record: Fields, level: number, before: Fields): Fields {
    const entries: [string, unknown][] = []
    for (const key of Object.keys(record).toSorted())
      if (record[key] !== undefined) entries.push([key, sort(record[key], level + 1, before[key])])
    return Object.fromEntries(entries)
  }

  meet(fields)
  const document = sortRecord(fields, 1, known ?? {})
  if (isDocument(document)) return document
  throw new TypeError(`Not a document: ${JSON.stringify(fields).slice(0, 200)}`)
}

/** Whether a value has all system fields. */
export function isDocument(value: unknown): value is LakeDocument {
  return isRecord(value) && SYSTEM_FIELDS.every((field) => typeof value[field] === 'string')
}
