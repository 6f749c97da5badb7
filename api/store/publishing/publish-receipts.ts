import type { Kysely } from 'kysely'
import { receipt, type Receipt } from '../../contract/publishing.ts'
import type { Query } from '../database/database.ts'
import type { PublishTables } from '../tables/publish-schema.ts'

export interface Receipts {
  /** The receipt of the latest publish, even if another one was written later. */
  newest(document: string): Promise<Receipt | undefined>
  /** Writes the receipt of a revision, in place of the one before. */
  put(receipt: Receipt): Promise<void>
  /** Deletes the receipt of a revision that was replaced before it was live. */
  remove(document: string, revision: string | null): Promise<void>
}

/** Receipts kept for each document: enough to see what happened, without a row for every publish ever. */
const KEPT = 5

export function createReceipts(query: Query<PublishTables>): Receipts {
  return {
    newest: (document) =>
      query(async (db) => {
        const row = await newestOf(db, document).select('json').limit(1).executeTakeFirst()
        return row && receipt.parse(JSON.parse(row.json))
      }),
    put: (one) =>
      query(async (db) => {
        const { documentId: document, publishedAt } = one
        const revision = one.revision ?? ''
        const row = { document, revision, published_at: publishedAt, json: JSON.stringify(one) }
        await remove(db, document, revision)
        await db.insertInto('receipts').values(row).execute()
        const kept = newestOf(db, document).select('revision').limit(KEPT)
        await db
          .deleteFrom('receipts')
          .where('document', '=', document)
          .where('revision', 'not in', kept)
          .execute()
      }),
    remove: (document, revision) => query((db) => remove(db, document, revision ?? '')),
  }
}

function newestOf(db: Kysely<PublishTables>, document: string) {
  return db
    .selectFrom('receipts')
    .where('document', '=', document)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
}

async function remove(db: Kysely<PublishTables>, document: string, revision: string): Promise<void> {
  await db.deleteFrom('receipts').where('document', '=', document).where('revision', '=', revision).execute()
}
