import type { DatabaseSync } from 'node:sqlite'
import { isDocument, isRecord, type LakeDocument } from '../document.ts'
import type { Notice } from './webhook.ts'

export interface Waiting {
  id: number
  notice: Notice
  /** How many calls have failed. */
  attempts: number
  since: number
  due: number
}

/** Undelivered notices, on disk. Times are in ms since 1970. */
export interface Outbox {
  add: (notices: readonly Notice[]) => void
  /** The oldest notice of each webhook. Later ones wait for it, so that calls keep the order of the changes. */
  heads: () => Waiting[]
  remove: (id: number) => void
  postpone: (id: number, next: Pick<Waiting, 'attempts' | 'due'>) => void
}

export function createOutbox(database: DatabaseSync): Outbox {
  const insert = database.prepare(
    'insert into notices (webhook, json, attempts, since, due) values (?, ?, 0, ?, ?)',
  )
  const first = database.prepare(
    'select * from notices where id in (select min(id) from notices group by webhook)',
  )
  const remove = database.prepare('delete from notices where id = ?')
  const postpone = database.prepare('update notices set attempts = ?, due = ? where id = ?')

  return {
    add: (notices) => {
      const now = Date.now()
      for (const notice of notices) insert.run(notice.webhook, JSON.stringify(notice), now, now)
    },
    heads: () =>
      first.all().map((row) => ({
        id: Number(row['id']),
        notice: parseNotice(String(row['webhook']), String(row['json'])),
        attempts: Number(row['attempts']),
        since: Number(row['since']),
        due: Number(row['due']),
      })),
    remove: (id) => void remove.run(id),
    postpone: (id, { attempts, due }) => void postpone.run(attempts, due, id),
  }
}

function parseNotice(webhook: string, json: string): Notice {
  const value: unknown = JSON.parse(json)
  const { transaction, at, document, before, after } = isRecord(value) ? value : {}
  return {
    webhook,
    transaction: String(transaction),
    at: String(at),
    document: String(document),
    before: documentOrNull(before),
    after: documentOrNull(after),
  }
}

function documentOrNull(value: unknown): LakeDocument | null {
  return isDocument(value) ? value : null
}
