import { ContentError } from '../../api/contract/content-error.ts'
import type { ContentSource } from './client.ts'
import schema from './schema.generated.json' with { type: 'json' }

/** A document as stored, before any projection. */
export interface StoredDocument {
  _id: string
  _type: string
  _rev: string
  _updatedAt: string
  [field: string]: unknown
}

export type Documents = ReadonlyMap<string, StoredDocument>

export type Perspective = 'published' | 'drafts'

/** The document types that the site is made of. */
export const documentTypes = schema
  .filter((node) => node.type === 'document' && !node.name.startsWith('sanity.'))
  .map((node) => node.name)

const ASSET_TYPES = ['sanity.imageAsset', 'sanity.fileAsset']

/** All ids at one moment, and the documents that changed since another one: enough to follow a dataset cheaply. */
const changesQuery = `{
  "revisions": *[_type in $types]{_id, _rev},
  "changed": *[_type in $types && _updatedAt >= $since]
}`

interface Answer {
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
export function createReader(source: ContentSource, perspective: Perspective = 'published'): ReadDocuments {
  let known: Documents = new Map()

  async function changesSince(since: string): Promise<Documents | undefined> {
    const params = { types: [...documentTypes, ...ASSET_TYPES], since }
    const { revisions, changed } = await source.client.fetch<Answer>(changesQuery, params, { perspective })
    const fresh = new Map(changed.map((document) => [document._id, document]))
    const found = revisions.map(({ _id, _rev }) =>
      [fresh.get(_id), known.get(_id)].find((one) => one?._rev === _rev),
    )
    const whole = found.filter((document) => document !== undefined)
    // An imported document can be older than what was read last: then all is read again.
    return whole.length < revisions.length
      ? undefined
      : new Map(whole.map((document) => [document._id, document]))
  }

  return async () => {
    try {
      const last = [...known.values()].reduce(
        (latest, { _updatedAt: at }) => (at > latest ? at : latest),
        EVER,
      )
      known = (await changesSince(last)) ?? (await changesSince(EVER)) ?? known
      return known
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new ContentError(
        `Could not read ${source.name}: ${reason}. Check that it is running and reachable, then try again.`,
        [],
        { cause: error },
      )
    }
  }
}

/** The revision of each document, in the order of the ids. */
export function revisionsOf(documents: Documents): Record<string, string> {
  const pairs = [...documents.values()].map(({ _id, _rev }) => [_id, _rev] as const)
  return Object.fromEntries(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
