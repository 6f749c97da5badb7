import type { DatabaseSync } from 'node:sqlite'
import { isDraftId, isVersionId, publishedId, type Fields, type LakeDocument } from '../document.ts'
import { LakeError } from '../errors.ts'
import { effectsOf, type Effects } from './effects.ts'
import { earlierState, parseDocument, parseRecords } from './records.ts'

/** Which state of a document is asked for. */
export type Moment = { revision: string } | { time: string }

interface TransactionRange {
  from?: string | undefined
  to?: string | undefined
  fromTime?: string | undefined
  toTime?: string | undefined
  reverse: boolean
  limit: number
  /** Whether to tell what was sent. */
  withMutations: boolean
  /** Whether to compute effects, which reads the states of each document. */
  withEffects: boolean
  /** Leaves out what the transactions did to other documents than those asked for. */
  onlyThese: boolean
}

interface Signed {
  id: string
  timestamp: string
  author: string
  documentIDs: string[]
}

interface PastTransaction extends Signed {
  mutations?: unknown[]
  /** By document. Documents whose earlier state is not kept are left out: they would seem to be created here. */
  effects?: Record<string, Effects>
}

/** A transaction in outline, which needs no state of a document. */
export interface TransactionOutline extends Signed {
  kind: string
  /** Ids of the documents that it created. */
  created: string[]
  /** Ids of the documents that it deleted. */
  deleted: string[]
}

export interface History {
  /**
   * The document as it was. Where a draft did not exist at that revision, this is the published document under the
   * draft's id: the Studio reads each event through the draft, even of documents that a seed, an import or a client
   * wrote and that never had one.
   */
  documentAt: (id: string, moment: Moment) => LakeDocument | undefined
  /**
   * The last state of each of these that was the last of its document: not that of a draft that was discarded or
   * published while the document lived on.
   */
  lastOf: (ids: readonly string[]) => Iterable<LakeDocument>
  /**
   * Transactions that changed any of the documents, oldest first unless `reverse`. One at a time, as each may be as
   * large as its documents.
   * @throws LakeError 413 once more was sent with them than one answer is built from
   */
  transactions: (ids: readonly string[], range: TransactionRange) => Iterable<PastTransaction>
  /** All transactions that changed any of the documents, oldest first. */
  outlines: (ids: readonly string[]) => TransactionOutline[]
}

/** The most that one answer is built from, in characters: a few dozen of the largest documents. */
export const MAX_CHARACTERS = 64_000_000

/** @param what is asked for, in the plural */
export function tooMuch(what: string): LakeError {
  return new LakeError(413, 'payloadTooLarge', `These ${what} are too large for one answer. Ask for fewer.`)
}

/** @param most characters of transactions that are read for one answer */
export function createHistory(database: DatabaseSync, most = MAX_CHARACTERS): History {
  const { stateAt, lastState, lastChange, lastSeq, seqOf, seqAt, statesIn, outlinesOf } = prepare(database)

  function findSeq(id: string | undefined, fallback: number): number {
    return id === undefined || id === '' ? fallback : Number(seqOf.get(id)?.['seq'] ?? fallback)
  }

  function documentAt(id: string, moment: Moment): LakeDocument | undefined {
    if ('time' in moment) return stateIn(id, Number(seqAt.get(moment.time)?.['seq'] ?? 0))
    const seq = findSeq(moment.revision, 0)
    const document = stateIn(id, seq)
    if (document !== undefined || !isDraftId(id)) return document
    const published = stateIn(publishedId(id), seq)
    return published && { ...published, _id: id }
  }

  function* lastOf(ids: readonly string[]): Generator<LakeDocument> {
    const known = new Set(ids)
    for (const id of known) {
      const last = parseDocument(lastState.get(id)?.['json'])
      if (last === null) continue
      if (isVersionId(id)) yield asPublished(last)
      // A draft that was published or discarded while its document lived on.
      else if (!isDraftId(id) || !known.has(publishedId(id)) || endOf(id) > endOf(publishedId(id))) yield last
    }
  }

  /** A version published with its release carries that transaction, by which the Studio reverts it. */
  function asPublished(version: LakeDocument): LakeDocument {
    const { id, kind } = lastChange.get(version._id) ?? {}
    return kind === 'publish' ? { ...version, _rev: String(id) } : version
  }

  /** When a document was last written or deleted; 0 where it never was. */
  function endOf(id: string): number {
    return Number(lastSeq.get(id)?.['seq'] ?? 0)
  }

  function stateIn(id: string, seq: number): LakeDocument | undefined {
    return parseDocument(stateAt.get(id, seq)?.['json']) ?? undefined
  }

  function* transactions(ids: readonly string[], range: TransactionRange): Generator<PastTransaction> {
    const bounds = {
      seq: [findSeq(range.from, 0), findSeq(range.to, Number.MAX_SAFE_INTEGER)],
      at: [range.fromTime ?? '', range.toTime ?? '9999'],
    } as const
    const isTold = (id: string): boolean => !range.onlyThese || ids.includes(id)
    let left = most
    for (const row of findTransactions(database, ids, { ...range, ...bounds })) {
      left -= String(row['json']).length
      if (left < 0) throw tooMuch('transactions')
      const records = parseRecords(row['json']).filter(({ document }) => isTold(document))
      const isNew = new Map(records.map((record) => [record.document, record.isNew]))
      yield {
        ...signatureOf(row),
        documentIDs: records.map(({ document }) => document),
        ...(range.withMutations && { mutations: records.flatMap(({ mutations }) => mutations) }),
        ...(range.withEffects ? { effects: effectsIn(Number(row['seq']), isNew) } : {}),
      }
    }
  }

  /** @param isNew of each document that is told of */
  function effectsIn(seq: number, isNew: ReadonlyMap<string, boolean>): Record<string, Effects> {
    const effects = statesIn.all(seq).flatMap(({ document, json }) => {
      const id = String(document)
      const wasMade = isNew.get(id)
      if (wasMade === undefined) return []
      const before = earlierState(stateAt.get(id, seq - 1), wasMade)
      return before === undefined ? [] : [[id, effectsOf(before, parseDocument(json))] as const]
    })
    return Object.fromEntries(effects)
  }

  function outlines(ids: readonly string[]): TransactionOutline[] {
    // One at a time, as each holds everything that was sent.
    return Array.from(outlinesOf.iterate(JSON.stringify(ids)), outlineOf)
  }

  return { documentAt, lastOf, transactions, outlines }
}

/** The statements, prepared once. */
function prepare(database: DatabaseSync) {
  return {
    stateAt: database.prepare(
      'select json from revisions where document = ? and seq <= ? order by seq desc limit 1',
    ),
    lastState: database.prepare(
      'select json from revisions where document = ? and json is not null order by seq desc limit 1',
    ),
    lastChange: database.prepare(
      'select id, kind from transactions where seq = (select max(seq) from revisions where document = ?)',
    ),
    lastSeq: database.prepare('select max(seq) as seq from revisions where document = ?'),
    seqOf: database.prepare('select seq from transactions where id = ?'),
    seqAt: database.prepare('select max(seq) as seq from transactions where at <= ?'),
    statesIn: database.prepare('select document, json from revisions where seq = ?'),
    outlinesOf: database.prepare(OUTLINES),
  }
}

interface Bounds {
  seq: readonly [from: number, to: number]
  at: readonly [from: string, to: string]
  reverse: boolean
  limit: number
}

/** The transactions that changed any of the documents, between two bounds, both included. */
function findTransactions(
  database: DatabaseSync,
  ids: readonly string[],
  { seq, at, reverse, limit }: Bounds,
): Iterable<Fields> {
  return database
    .prepare(
      `select seq, id, at, author, json from transactions
       where seq in (select seq from revisions where document in (select value from json_each(?)))
         and seq between ? and ? and at between ? and ? order by seq ${reverse ? 'desc' : 'asc'} limit ?`,
    )
    .iterate(JSON.stringify(ids), ...seq, ...at, limit)
}

const OUTLINES = `
  select id, at, author, kind, json,
    (select json_group_array(document) from revisions where seq = transactions.seq and json is null) as deleted
  from transactions
  where seq in (select seq from revisions where document in (select value from json_each(?)))
  order by seq`

function signatureOf(row: Fields): Pick<Signed, 'id' | 'timestamp' | 'author'> {
  return { id: String(row['id']), timestamp: String(row['at']), author: String(row['author']) }
}

function outlineOf(row: Fields): TransactionOutline {
  const records = parseRecords(row['json'])
  const deleted: unknown = JSON.parse(String(row['deleted']))
  return {
    ...signatureOf(row),
    kind: String(row['kind']),
    created: records.filter(({ isNew }) => isNew).map(({ document }) => document),
    documentIDs: records.map(({ document }) => document),
    deleted: Array.isArray(deleted) ? deleted.map(String) : [],
  }
}
