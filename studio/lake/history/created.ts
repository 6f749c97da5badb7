import { isDocument, type LakeDocument } from '../document.ts'

/**
 * For a `select` from transactions: the documents that it made, as a JSON array of ids. Only with it is a document
 * without an earlier state known to be new, as earlier ones are not kept for good. Records of older programs say it by
 * their first mutation alone; of a `createOrReplace` among those nobody knows.
 */
export const CREATED = `
  (select json_group_array(value ->> 'document') from json_each(transactions.json)
   where value ->> 'isNew' or coalesce(value -> '$.mutations[0].create', value -> '$.mutations[0].createIfNotExists')
     is not null)`

/**
 * A state of a document as `revisions` has it: null where there was none, undefined where it is not kept.
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

/** The ids in a JSON array of them. */
export function parseIds(json: unknown): string[] {
  const value: unknown = JSON.parse(String(json))
  return Array.isArray(value) ? value.map(String) : []
}
