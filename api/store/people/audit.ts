import type { Kysely } from 'kysely'
import { createHash } from 'node:crypto'
import { AUDIT_PAGE, type AuditAction, type AuditLine } from '../../contract/audit.ts'
import { newId } from '../database/uuid.ts'
import { iso } from '../submissions/stored-submissions.ts'
import type { Tables } from '../tables/schema.ts'

/** An act that others have to trust in, as it is written down. Holds nothing about a visitor. */
export interface Act {
  editor: string
  action: AuditAction
  detail: string
  reason: string
}

/** Writes an act down, for good. In the transaction of the act, both are stored or neither. */
export async function writeAudit(db: Kysely<Tables>, act: Act, now: number): Promise<void> {
  await db
    .insertInto('audit')
    .values({ id: newId(), at: now, ...act })
    .execute()
}

/** The same for an act that may be reported again: each key has one line. */
export async function writeAuditOnce(db: Kysely<Tables>, act: Act, key: string, at: number): Promise<void> {
  const id = idFor(key, at)
  const known = await db.selectFrom('audit').select('id').where('id', '=', id).executeTakeFirst()
  if (!known)
    await db
      .insertInto('audit')
      .values({ id, at, ...act })
      .execute()
}

/** The same id for the same key. It sorts by time, as all ids do. */
function idFor(key: string, at: number): string {
  const time = at.toString(16).padStart(12, '0')
  const hash = createHash('sha256').update(key).digest('hex')
  const parts = [time.slice(0, 8), time.slice(8), `7${hash.slice(0, 3)}`, `8${hash.slice(3, 6)}`]
  return [...parts, hash.slice(6, 18)].join('-')
}

/** The last acts, or the last before a line, the latest first. */
export async function auditLines(db: Kysely<Tables>, before?: string): Promise<AuditLine[]> {
  let found = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(AUDIT_PAGE)
  if (before !== undefined) found = found.where('id', '<', before)
  const lines = await found.execute()
  return lines.map(({ at, ...line }) => ({ ...line, at: iso(at) }))
}
