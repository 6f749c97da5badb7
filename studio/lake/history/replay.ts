import type { DatabaseSync } from 'node:sqlite'
import type { Fields, LakeDocument } from '../document.ts'
import type { Change, Transaction } from '../store/transaction.ts'
import { earlierState, parseDocument, parseRecords } from './records.ts'

/** What a listener missed while it was away. */
export interface Replay {
  /** The newest transaction's id, or '' where there is none. */
  newest: () => string
  /**
   * All transactions after the one of that id, oldest first; undefined where that id is no longer known, or where so
   * much has happened since that reading everything again is cheaper.
   */
  since: (id: string, options: SinceOptions) => Transaction[] | undefined
}

interface SinceOptions {
  /** Whether to include the transaction of that id, part of which may have been missed. */
  includeFirst: boolean
  /** Whether to report a document's result, which is only read if so. */
  isTold: (document: string) => boolean
}

// Fewer than the states kept of a document, so that none in between is missing.
const MAX_TRANSACTIONS = 500
/** Most bytes of records and states, read in 0.1 s, once for each document open in a Studio. */
const MAX_BYTES = 4 * 1024 * 1024

export function createReplay(database: DatabaseSync): Replay {
  const last = database.prepare('select id from transactions order by seq desc limit 1')
  const seqOf = database.prepare('select seq from transactions where id = ?')
  const countFrom = database.prepare(
    'select count(*) as count from (select 1 from transactions where seq >= ? limit ?)',
  )
  const sizesFrom = database.prepare(SIZES)
  const rowsFrom = database.prepare(
    'select seq, id, at, author, kind, json from transactions where seq >= ? order by seq',
  )
  const stateIn = database.prepare('select json from revisions where document = ? and seq = ?')
  const stateBefore = database.prepare(
    'select json from revisions where document = ? and seq < ? order by seq desc limit 1',
  )

  function isTooMuch(seq: number): boolean {
    if (Number(countFrom.get(seq, MAX_TRANSACTIONS + 1)?.['count']) > MAX_TRANSACTIONS) return true
    let left = MAX_BYTES
    for (const { bytes } of sizesFrom.iterate({ seq })) {
      left -= Number(bytes)
      if (left < 0) return true
    }
    return false
  }

  /** @param known the last states that were read, by documents: each is what the next change began with */
  function transactionOf(
    row: Fields,
    isTold: SinceOptions['isTold'],
    known: Map<string, LakeDocument | null>,
  ): Transaction | undefined {
    const seq = Number(row['seq'])
    const changes: Change[] = []
    for (const { document: id, mutations, isNew } of parseRecords(row['json'])) {
      if (!isTold(id)) continue
      const state = stateIn.get(id, seq)
      const before = known.get(id) ?? earlierState(stateBefore.get(id, seq), isNew)
      // A report about a state that is not kept would be wrong.
      if (state === undefined || before === undefined) return undefined
      const after = parseDocument(state['json'])
      known.set(id, after)
      changes.push({ id, before, after, mutations })
    }
    const [id = '', at = '', author = '', kind = ''] = COLUMNS.map((column) => String(row[column]))
    return { id, at, author, kind, changes }
  }

  return {
    newest: () => String(last.get()?.['id'] ?? ''),
    since: (id, { includeFirst, isTold }) => {
      const heard = seqOf.get(id)?.['seq']
      if (heard === undefined) return undefined
      const seq = Number(heard) + (includeFirst ? 0 : 1)
      if (isTooMuch(seq)) return undefined
      const known = new Map<string, LakeDocument | null>()
      const missed: Transaction[] = []
      for (const row of rowsFrom.iterate(seq)) {
        const transaction = transactionOf(row, isTold, known)
        if (transaction === undefined) return undefined
        missed.push(transaction)
      }
      return missed
    },
  }
}

const COLUMNS = ['id', 'at', 'author', 'kind']

// What was sent, the states that it led to, and of each document the one before. Row by row, as SQLite reads large
// states to find those beside them.
const SIZES = `
  select octet_length(json) as bytes from transactions where seq >= :seq
  union all select octet_length(json) from revisions where seq >= :seq
  union all select (
    select octet_length(json) from revisions as earlier
    where earlier.document = changed.document and earlier.seq < :seq order by earlier.seq desc limit 1
  ) from (select distinct document from revisions where seq >= :seq) as changed`
