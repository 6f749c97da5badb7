import { isDocument, isRecord, type Fields, type LakeDocument } from '../document.ts'

/** What a transaction did to one document. */
interface DocumentRecord {
  document: string
  mutations: Fields[]
  /**
   * Whether the transaction created the document. Older states are pruned, so a missing one proves nothing. Records of
   * earlier versions of this program tell by their first mutation, except for `createOrReplace`.
   */
  isNew: boolean
}

/**
 * Parses the records in a row of `transactions`. Not in SQL: they hold what was sent, which may be nested deeper than
 * the 1000 levels that SQLite's own functions read.
 */
export function parseRecords(json: unknown): DocumentRecord[] {
  const value: unknown = JSON.parse(String(json))
  return (Array.isArray(value) ? value : []).filter(isRecord).map((record) => {
    const given: unknown = record['mutations']
    const mutations = Array.isArray(given) ? given.filter(isRecord) : []
    const { create, createIfNotExists } = mutations[0] ?? {}
    const isNew = record['isNew'] === true || isRecord(create ?? createIfNotExists)
    return { document: String(record['document']), mutations, isNew }
  })
}

/**
 * The state of a document in a row of `revisions`: null where there was none, undefined where it is not kept.
 * @param row of the last state before; undefined where none is kept
 * @param isNew whether the document was made after it
 */
export function earlierState(
  row: Record<string, unknown> | undefined,
  isNew: boolean,
): LakeDocument | null | undefined {
  if (isNew) return null
  return row === undefined ? undefined : parseDocument(row['json'])
}

/** The document in a row's JSON; null where there was none, as after its deletion. */
export function parseDocument(json: unknown): LakeDocument | null {
  const value: unknown = typeof json === 'string' ? JSON.parse(json) : null
  return isDocument(value) ? value : null
}
