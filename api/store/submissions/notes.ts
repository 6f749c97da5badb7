import type { Kysely, Transaction } from 'kysely'
import { isPostgres } from '../database/dialect.ts'
import type { Tables } from '../tables/schema.ts'

/** Writes the note of a submission; an empty one takes it away. Returns whether there is such a submission. */
export async function writeNote(
  db: Kysely<Tables>,
  { entryId, text, editor }: { entryId: string; text: string; editor: string },
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // A note that comes with an erasure of the same moment would outlive it.
    if (!(await isHeld(trx, entryId))) return false
    const row = { text, editor, written_at: now }
    if (text === '') await trx.deleteFrom('notes').where('entry_id', '=', entryId).execute()
    else
      await trx
        .insertInto('notes')
        .values({ entry_id: entryId, ...row })
        .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(row))
        .execute()
    return true
  })
}

/** Whether there is such a submission, which then stays until the transaction ends. SQLite has one writer anyway. */
async function isHeld(trx: Transaction<Tables>, id: string): Promise<boolean> {
  for (const table of ['waitlist', 'contact'] as const) {
    const found = trx.selectFrom(table).select('id').where('id', '=', id)
    if (await (isPostgres(trx) ? found.forShare() : found).executeTakeFirst()) return true
  }
  return false
}
