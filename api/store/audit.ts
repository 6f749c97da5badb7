import type { Kysely } from 'kysely'
import type { AuditAction, AuditLine } from '../contract/submissions.ts'
import { iso } from './entries.ts'
import type { Tables } from './schema.ts'
import { newId } from './uuid.ts'

/** What is written down of an act that can't be undone. Holds nothing of a visitor. */
export interface Act {
  editor: string
  action: AuditAction
  detail: string
  reason: string
}

const LISTED = 200

/** Writes an act down, for good. In the transaction of the act, there is neither without the other. */
export async function writeAudit(db: Kysely<Tables>, act: Act, now: number): Promise<void> {
  await db
    .insertInto('audit')
    .values({ id: newId(), at: now, ...act })
    .execute()
}

/** The last acts, the latest first. */
export async function auditLines(db: Kysely<Tables>): Promise<AuditLine[]> {
  const lines = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(LISTED).execute()
  return lines.map(({ at, ...line }) => ({ ...line, at: iso(at) }))
}
