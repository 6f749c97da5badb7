import type { Kysely, Transaction } from 'kysely'
import { isPostgres } from '../database/dialect.ts'
import type { Tables } from '../tables/schema.ts'
import { iso } from './stored-submissions.ts'

interface NewNote {
  submissionId: string
  text: string
  editor: string
  /** When the note was written that this one replaces; null for none, undefined for any. */
  over?: string | null | undefined
}

/**
 * Writes the note of a submission. An empty text deletes it.
 * @returns `absent` where there is no such submission, `changed` where another note stands there by now
 */
export async function writeNote(
  db: Kysely<Tables>,
  { submissionId, text, editor, over }: NewNote,
  now: number,
): Promise<'written' | 'absent' | 'changed'> {
  return db.transaction().execute(async (trx) => {
    // Otherwise, a note that is written during an erasure would outlive it.
    if (!(await isHeld(trx, submissionId))) return 'absent'
    if (over !== undefined && over !== (await writtenAt(trx, submissionId))) return 'changed'
    const row = { text, editor, written_at: now }
    if (text === '') await trx.deleteFrom('notes').where('entry_id', '=', submissionId).execute()
    else
      await trx
        .insertInto('notes')
        .values({ entry_id: submissionId, ...row })
        .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(row))
        .execute()
    return 'written'
  })
}

async function writtenAt(trx: Transaction<Tables>, submissionId: string): Promise<string | null> {
  const query = trx.selectFrom('notes').select('written_at').where('entry_id', '=', submissionId)
  const note = await query.executeTakeFirst()
  return note ? iso(note.written_at) : null
}

/**
 * Locks a submission until the transaction ends, against erasure and other notes. Returns whether there is one. SQLite
 * needs no lock, as it has one writer.
 */
async function isHeld(trx: Transaction<Tables>, id: string): Promise<boolean> {
  for (const table of ['waitlist', 'contact'] as const) {
    const found = trx.selectFrom(table).select('id').where('id', '=', id)
    if (await (isPostgres(trx) ? found.forUpdate() : found).executeTakeFirst()) return true
  }
  return false
}
