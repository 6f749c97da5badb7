import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Acknowledged } from './load.ts'

/** What a store lacks of what it acknowledged, and what it has that is not whole. */
export interface Findings {
  integrity: unknown
  /** Keys of posts that are missing, or differ from what was sent. */
  lost: string[]
  /** Entries without their two outbox rows, or rows without their entry. */
  torn: number
  /** Entries that are there more than once. */
  doubled: number
}

/** Reads a store's file as a new process would after a crash. */
export function verify(dataDir: string, acknowledged: readonly Acknowledged[]): Findings {
  const db = new DatabaseSync(path.join(dataDir, 'submissions.sqlite'))
  try {
    const waitlist = new Map(rows(db, 'select * from waitlist').map((row) => [row['email'], row]))
    const messages = rows(db, 'select * from contact')
    const contact = new Map(messages.map((row) => [row['email'], row]))
    const keys = new Set(rows(db, 'select key from once').map((row) => row['key']))
    const lost = acknowledged.filter(({ kind, key, fields }) => {
      const row = (kind === 'waitlist' ? waitlist : contact).get(fields['email'] ?? '')
      if (!row || !keys.has(`${kind}:${key}`)) return true
      if (kind === 'contact' && !keys.has(`nonce:${key}`)) return true
      return Object.entries(fields).some(([name, value]) => row[columns[name] ?? name] !== value)
    })
    return {
      integrity: db.prepare('pragma integrity_check').get()?.['integrity_check'],
      lost: lost.map(({ key }) => key),
      torn: rows(db, tornQuery).length,
      doubled: messages.length - contact.size,
    }
  } finally {
    db.close()
  }
}

const columns: Record<string, string> = { firstName: 'first_name', useCase: 'use_case' }

const tornQuery = `
  with entries as (select id from waitlist union all select id from contact),
    queued as (select entry_id, count(*) as copies from outbox group by entry_id)
  select id from entries left join queued on entry_id = id where copies is not 2
  union all select entry_id from queued where entry_id not in (select id from entries)`

function rows(db: DatabaseSync, sql: string) {
  return db.prepare(sql).all()
}
