import { ContentError } from '../../api/contract/content-error.ts'
import { messageOf } from '../../api/contract/operational-error.ts'
import type { ContentSource } from './client.ts'
import { newDictionary } from './dictionary.ts'
import schema from './schema.generated.json' with { type: 'json' }

/** A document as stored, before any projection. */
export interface StoredDocument {
  _id: string
  _type: string
  _rev: string
  _updatedAt: string
  [field: string]: unknown
}

/** The slug of a page's document, if it has one. */
export function slugOf({ slug }: StoredDocument): string | undefined {
  return (slug as { current?: string } | undefined)?.current
}

/** The older of two documents first: of two pages with one address, it has that. */
export function byAge(one: StoredDocument, other: StoredDocument): number {
  const [first, second] = [one, other].map(({ _id, _createdAt }) => `${String(_createdAt)} ${_id}`)
  return (first ?? '') < (second ?? '') ? -1 : 1
}

export type Documents = ReadonlyMap<string, StoredDocument>

/** The document types that the site is made of. */
export const documentTypes = schema
  .filter((node) => node.type === 'document' && !node.name.startsWith('sanity.'))
  .map((node) => node.name)

/** The types that are read to render the site: these, and the assets that they show. */
export const storedTypes = [...documentTypes, 'sanity.imageAsset', 'sanity.fileAsset']

/** All ids at one moment, and the documents that changed since another one: enough to follow a dataset cheaply. */
const changesQuery = `{
  "revisions": *[_type in $types]{_id, _rev},
  "changed": *[_type in $types && _updatedAt >= $since]
}`

interface Changes {
  revisions: { _id: string; _rev: string }[]
  changed: StoredDocument[]
}

/**
 * Reads all documents of the site as they are at one moment.
 * @throws ContentError when the source does not answer
 */
export type ReadDocuments = () => Promise<Documents>

const EVER = ''

/** Follows one source: the first read takes everything, later ones only what changed since. */
export function createReader(source: ContentSource): ReadDocuments {
  let known: Documents = new Map()
  /**
   * When the newest document that was read was changed. A full read resets it: a clock that was set back costs one such
   * read, not one each time.
   */
  let latest = EVER

  async function changesSince(since: string): Promise<Documents | undefined> {
    const params = { types: storedTypes, since }
    const { revisions, changed } = await source.client.fetch<Changes>(changesQuery, params, {
      perspective: 'published',
    })
    const fresh = new Map(changed.map((document) => [document._id, document]))
    latest = since
    for (const { _updatedAt: at } of changed) if (at > latest) latest = at
    const documents = new Map<string, StoredDocument>()
    for (const { _id, _rev } of revisions) {
      const now = fresh.get(_id)
      const document = now?._rev === _rev ? now : known.get(_id)
      // An imported document can be older than the last one that was read: then everything is read again.
      if (document?._rev !== _rev) return undefined
      documents.set(_id, document)
    }
    return documents
  }

  return async () => {
    try {
      known = (await changesSince(latest)) ?? (await changesSince(EVER)) ?? known
      return known
    } catch (error) {
      const reason = messageOf(error)
      throw new ContentError(
        `Could not read ${source.name}: ${reason}. Check that it is running and reachable, then try again.`,
        [],
        { cause: error },
      )
    }
  }
}

/** The documents, with those of these ids replaced by what `from` has, or removed where it has none. */
export function withOthers(documents: Documents, ids: Iterable<string>, from: Documents): Documents {
  const next = new Map(documents)
  for (const id of ids) {
    const document = from.get(id)
    if (document) next.set(id, document)
    else next.delete(id)
  }
  return next
}

/**
 * The revision of each document, sorted by id. With those of an earlier moment, `before`, sorting is only needed where
 * documents came or went.
 */
export function revisionsOf(
  documents: Documents,
  before: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const known = Object.keys(before)
  const isSame = known.length === documents.size && known.every((id) => documents.has(id))
  const revisions = newDictionary<string>()
  for (const id of isSame ? known : [...documents.keys()].toSorted())
    revisions[id] = documents.get(id)?._rev ?? ''
  return revisions
}
