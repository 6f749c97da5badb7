import type { DatabaseSync } from 'node:sqlite'
import { isRecord, type Fields } from '../document.ts'
import type { Change, Transaction } from '../store/transaction.ts'
import { CREATED, earlierState, parseDocument, parseIds } from './created.ts'

/** What a listener missed that was away. */
export interface Replay {
  /** The newest transaction's id, or '' where there is none. */
  newest: () => string
  /**
   * The transaction of that id and all since, oldest first; undefined where it is not known any more, or where so
   * much has happened that reading everything anew is cheaper.
   */
  since: (id: string) => Transaction[] | undefined
}

// Fewer than the states that are kept of a document, so that no state in between is missing.
const MAX_TRANSACTIONS = 500

export function createReplay(database: DatabaseSync): Replay {
  const last = database.prepare('select id from transactions order by seq desc limit 1')
  const seqOf = database.prepare('select seq from transactions where id = ?')
  const rowsFrom = database.prepare(
    `select seq, id, at, author, kind, json, ${CREATED} as created from transactions
     where seq >= ? order by seq limit ?`,
  )
  const stateIn = database.prepare('select json from revisions where document = ? and seq = ?')
  const stateBefore = database.prepare(
    'select json from revisions where document = ? and seq < ? order by seq desc limit 1',
  )

  function changeOf(record: unknown, seq: number, created: readonly string[]): Change | undefined {
    if (!isRecord(record) || !Array.isArray(record['mutations'])) return undefined
    const id = String(record['document'])
    const state = stateIn.get(id, seq)
    const before = earlierState(stateBefore.get(id, seq), created.includes(id))
    // What is told of a state that is not kept would be wrong.
    if (state === undefined || before === undefined) return undefined
    const mutations: Fields[] = record['mutations'].filter(isRecord)
    return { id, before, after: parseDocument(state['json']), mutations }
  }

  function transactionOf(row: Fields): Transaction | undefined {
    const records: unknown = JSON.parse(String(row['json']))
    const seq = Number(row['seq'])
    const created = parseIds(row['created'])
    const changes = (Array.isArray(records) ? records : []).map((record) => changeOf(record, seq, created))
    if (!changes.every((change) => change !== undefined)) return undefined
    const [id, at, author, kind] = ['id', 'at', 'author', 'kind'].map((column) => String(row[column]))
    return { id: id ?? '', at: at ?? '', author: author ?? '', kind: kind ?? '', changes }
  }

  return {
    newest: () => String(last.get()?.['id'] ?? ''),
    since: (id) => {
      const seq = seqOf.get(id)?.['seq']
      if (seq === undefined) return undefined
      const rows = rowsFrom.all(seq, MAX_TRANSACTIONS + 1)
      if (rows.length > MAX_TRANSACTIONS) return undefined
      const transactions = rows.map(transactionOf)
      return transactions.every((transaction) => transaction !== undefined) ? transactions : undefined
    },
  }
}
