import type { Generated } from 'kysely'
import type { AuditAction } from '../../contract/audit.ts'
import type { WaitlistEntry } from '../../contract/forms.ts'
import type { Intent, Source } from '../../contract/limits.ts'
import type { PersonRole } from '../../contract/people.ts'
import type { Channel, DeliveryState } from '../../contract/submissions.ts'

/** The tables. Times are ms since 1970, flags 0 or 1, so that SQLite and Postgres agree. */
export interface Tables {
  waitlist: WaitlistTable
  contact: ContactTable
  once: OnceTable
  outbox: OutboxTable
  erased: ErasedTable
  notes: NotesTable
  audit: AuditTable
  settings: SettingsTable
  people: PeopleTable
  sign_in_links: PersonKeyTable
  person_sessions: PersonKeyTable
}

interface WaitlistTable {
  id: string
  email: string
  first_name: string
  company: string
  role: string
  company_size: WaitlistEntry['companySize']
  use_case: string
  source: Source | ''
  intent: Intent
  /** Path of the page that it was sent from; empty if that is not known. */
  page: Generated<string>
  suspected: number
  created_at: number
  updated_at: number
}

interface ContactTable {
  id: string
  name: string
  email: string
  message: string
  suspected: number
  created_at: number
}

/** What may be used once: idempotency keys and the bot check's nonces. */
interface OnceTable {
  key: string
  /** Hash of the post that used it; empty for a nonce, and after an erasure. */
  fingerprint: string
  entry_id: string
  until: number
}

/** One row per submission and channel. Holds no personal data, which is read from the submission. */
interface OutboxTable {
  /** Id of a submission of either form; a mail about many of them has one of its own. */
  entry_id: string
  channel: Channel
  kind: 'waitlist' | 'contact' | 'digest' | 'weekly'
  state: DeliveryState
  due_at: number
  changed_at: number
  /**
   * Counts up with each change of the submission and each request to deliver it again, so that an older delivery can't
   * pass for a newer one.
   */
  revision: Generated<number>
  attempts: Generated<number>
  claimed_until: Generated<number>
  last_error: Generated<string>
  /** When the last attempt ended; 0 before the first. */
  attempted_at: Generated<number>
  /** Whether a revision of it has arrived. */
  arrived: Generated<number>
}

/** Salted hashes of erased addresses. */
interface ErasedTable {
  hash: string
  erased_at: number
}

/** Notes that editors wrote about a submission. */
interface NotesTable {
  entry_id: string
  text: string
  /** The name of whoever wrote it last. */
  editor: string
  written_at: number
}

/**
 * Acts that others have to trust, and who did them. The database itself refuses to change a line. Holds nothing about a
 * visitor.
 */
interface AuditTable {
  id: string
  at: number
  /** The name of whoever did it. */
  editor: string
  action: AuditAction
  /** What it was, or how much. */
  detail: string
  reason: string
}

interface SettingsTable {
  name: string
  value: string
}

export interface PeopleTable {
  id: string
  name: string
  /** In lower case; empty once it was erased. */
  email: string
  role: PersonRole
  invited_at: number
  /** 0 before the first time. */
  signed_in_at: number
  /** 0 for those who may sign in. */
  revoked_at: number
}

/** A link or a session, by its hash. */
interface PersonKeyTable {
  hash: string
  person_id: string
  expires_at: number
}
