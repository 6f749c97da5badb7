import type { DatabaseSync } from 'node:sqlite'
import { receipt } from '../contract/publishing.ts'
import type { Receipt } from '../contract/publishing.ts'

export interface Receipts {
  /** The receipt of what was published last, whichever was written last. */
  newest(document: string): Receipt | undefined
  /** Writes the receipt of a revision, in place of the one before. */
  put(receipt: Receipt): void
  /** Forgets a revision that another one took the place of before it was seen. */
  remove(document: string, revision: string | null): void
}

/** Of each document: enough to look into what happened, without a row for every publish there ever was. */
const KEPT = 5

export function createReceipts(database: DatabaseSync): Receipts {
  const newest = database.prepare(
    'select json from receipts where document = ? order by published_at desc, id desc limit 1',
  )
  const put = database.prepare(
    'insert or replace into receipts (document, revision, published_at, json) values (?, ?, ?, ?)',
  )
  const prune = database.prepare(
    `delete from receipts where document = ?1 and revision not in
     (select revision from receipts where document = ?1 order by published_at desc, id desc limit ${KEPT})`,
  )
  const remove = database.prepare('delete from receipts where document = ? and revision = ?')

  return {
    newest: (document) => {
      const row = newest.get(document)
      return row && receipt.parse(JSON.parse(String(row['json'])))
    },
    put: (one) => {
      put.run(one.documentId, one.revision ?? '', one.publishedAt, JSON.stringify(one))
      prune.run(one.documentId)
    },
    remove: (document, revision) => void remove.run(document, revision ?? ''),
  }
}
