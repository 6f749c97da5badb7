import { receipt } from '../contract/publishing.ts'
import type { Receipt } from '../contract/publishing.ts'
import type { PublishDatabase } from './publish-schema.ts'

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

export function createReceipts({ db, first, run }: PublishDatabase): Receipts {
  const newestOf = (document: string) =>
    db
      .selectFrom('receipts')
      .where('document', '=', document)
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')

  return {
    newest: (document) => {
      const row = first(newestOf(document).select('json').limit(1))
      return row && receipt.parse(JSON.parse(row.json))
    },
    put: (one) => {
      const { documentId: document, revision, publishedAt } = one
      const row = { document, revision: revision ?? '', published_at: publishedAt, json: JSON.stringify(one) }
      run(db.replaceInto('receipts').values(row))
      const kept = newestOf(document).select('revision').limit(KEPT)
      run(db.deleteFrom('receipts').where('document', '=', document).where('revision', 'not in', kept))
    },
    remove: (document, revision) => {
      run(
        db
          .deleteFrom('receipts')
          .where('document', '=', document)
          .where('revision', '=', revision ?? ''),
      )
    },
  }
}
