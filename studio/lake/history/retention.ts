import type { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../errors.ts'
import { SEED_AUTHOR } from '../seed.ts'
import { inTransaction } from '../store/database.ts'

export interface Retention {
  /** States replaced longer ago than this are removed. The Studio promises 90 days. */
  days: number
  /** So are states of a document beyond this number: every keystroke in the Studio is one. */
  revisionsPerDocument: number
}

export const RETENTION: Retention = { days: 90, revisionsPerDocument: 1000 }

const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000

/** Prunes the history now and every hour. Returns how to stop. */
export function keepHistoryBounded(database: DatabaseSync, retention: Retention): () => void {
  function prune(): void {
    try {
      pruneHistory(database, retention)
    } catch (error) {
      console.error(`Old history could not be removed: ${messageOf(error)}. It is tried again in an hour.`)
    }
  }
  prune()
  const timer = setInterval(prune, HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}

// The last state of a document stays, and the last before its deletion, or nothing could be restored. A state's age
// counts from its replacement: what was live for a year was live until the edit of a minute ago. What a deletion
// removed is kept as long as the record of the deletion: without it, nothing would show that it was one, and a release
// that brought the document back could not be reverted. Of a draft or version that lives, the last state by each author
// is kept: nobody approves what they wrote.
function pruneHistory(database: DatabaseSync, { days, revisionsPerDocument }: Retention): void {
  const before = new Date(presentOf(database) - days * DAY_MS).toISOString()
  inTransaction(database, () => {
    database.prepare(PRUNE).run({ before, most: revisionsPerDocument, seed: SEED_AUTHOR })
    database.exec('delete from transactions where seq not in (select seq from revisions)')
  })
}

/**
 * The present, no later than the last change, in ms since 1970: a clock that runs ahead must not make history look old.
 */
function presentOf(database: DatabaseSync): number {
  const last = database.prepare('select at from transactions order by seq desc limit 1').get()?.['at']
  return Math.min(Date.now(), typeof last === 'string' ? Date.parse(last) : Infinity)
}

const PRUNE = `
  delete from revisions where (document, seq) in (
    select document, seq from (
      select document, seq,
        row_number() over newest_first as age,
        lag(at) over newest_first as replaced_at,
        lag(revisions.json is null, 1, false) over newest_first as was_deleted,
        lag(at, 2) over newest_first as deletion_replaced_at,
        max(case when revisions.json is not null then seq end) over (partition by document) as last_content,
        document glob '*.*' and author <> :seed and first_value(revisions.json is not null) over newest_first
          and seq = max(case when revisions.json is not null then seq end) over (partition by document, author)
          as is_authors_last
      from revisions join transactions using (seq)
      window newest_first as (partition by document order by seq desc)
    ) where age > 1 and seq <> ifnull(last_content, -1) and not ifnull(is_authors_last, 0)
      and iif(was_deleted, deletion_replaced_at < :before or age - 1 > :most, replaced_at < :before or age > :most)
  )`
