import type { DatabaseSync } from 'node:sqlite'
import { isDocument, type LakeDocument } from '../document.ts'
import { LakeStartError } from '../errors.ts'
import { createOutbox, type Outbox } from '../webhooks/outbox.ts'
import type { Notice } from '../webhooks/webhook.ts'
import { createCorpus, type Corpus } from './corpus.ts'
import { inTransaction, openDatabase } from './database.ts'
import type { Transaction } from './transaction.ts'

export interface Store {
  corpus: Corpus
  database: DatabaseSync
  /**
   * Puts the whole transaction on disk, with the notices of it, then in memory. Throws, changing neither, when
   * the disk refuses.
   */
  write: (transaction: Transaction, notices?: readonly Notice[]) => void
  outbox: Outbox
  /** Whether nothing was ever written to it. */
  isNew: () => boolean
  hasTransaction: (id: string) => boolean
  /** Now, or a millisecond after the last transaction where the clock has not moved on since. ISO time. */
  nextTime: () => string
  readSetting: (key: string) => unknown
  writeSetting: (key: string, value: unknown) => void
  settingKeys: () => string[]
  close: () => void
}

/** @throws LakeStartError when the database can't be opened or read. */
export function openStore(dataDir: string, name = 'lake.db'): Store {
  const database = openDatabase(dataDir, name)
  const corpus = createCorpus(readDocuments(database))
  const outbox = createOutbox(database)
  const insertTransaction = database.prepare(
    'insert into transactions (id, at, author, kind, json) values (?, ?, ?, ?, ?) returning seq',
  )
  const insertRevision = database.prepare('insert into revisions (document, seq, json) values (?, ?, ?)')
  const putDocument = database.prepare('insert or replace into documents (id, json) values (?, ?)')
  const dropDocument = database.prepare('delete from documents where id = ?')
  const findTransaction = database.prepare('select 1 from transactions where id = ?')
  const findSetting = database.prepare('select json from settings where key = ?')
  const listSettings = database.prepare('select key from settings')
  const putSetting = database.prepare('insert or replace into settings (key, json) values (?, ?)')

  let lastTime = Date.parse(String(database.prepare('select max(at) as at from transactions').get()?.['at']))

  function nextTime(): string {
    lastTime = Math.max(Date.now(), (Number.isNaN(lastTime) ? 0 : lastTime) + 1)
    return new Date(lastTime).toISOString()
  }

  function persist({ id, at, author, kind, changes }: Transaction): void {
    const seq = Number(insertTransaction.get(id, at, author, kind, recordOf(changes))?.['seq'])
    for (const change of changes) {
      const json = change.after === null ? null : JSON.stringify(change.after)
      insertRevision.run(change.id, seq, json)
      if (json === null) dropDocument.run(change.id)
      else putDocument.run(change.id, json)
    }
  }

  function write(transaction: Transaction, notices: readonly Notice[] = []): void {
    inTransaction(database, () => {
      persist(transaction)
      outbox.add(notices)
    })
    for (const { id, after } of transaction.changes) {
      if (after === null) corpus.drop(id)
      else corpus.put(after)
    }
  }

  return {
    corpus,
    database,
    write,
    outbox,
    isNew: () => corpus.version() === 0 && database.prepare('select 1 from transactions').get() === undefined,
    hasTransaction: (id) => findTransaction.get(id) !== undefined,
    nextTime,
    readSetting: (key) => parse(findSetting.get(key)?.['json']),
    writeSetting: (key, value) => void putSetting.run(key, JSON.stringify(value)),
    settingKeys: () => listSettings.all().map(({ key }) => String(key)),
    close: () => database.close(),
  }
}

/** What was done, and which documents it created, which nothing else says once older states are pruned. */
function recordOf(changes: Transaction['changes']): string {
  return JSON.stringify(
    changes.map(({ id: document, before, mutations }) => ({
      document,
      mutations,
      ...(before === null ? { isNew: true } : {}),
    })),
  )
}

function parse(json: unknown): unknown {
  return typeof json === 'string' ? JSON.parse(json) : undefined
}

function readDocuments(database: DatabaseSync): LakeDocument[] {
  const rows = database.prepare('select id, json from documents order by id').all()
  return rows.map((row) => {
    const document = parse(row['json'])
    if (isDocument(document)) return document
    throw new LakeStartError(
      `The content database holds something else than a document under "${String(row['id'])}". Restore it from a backup.`,
    )
  })
}
