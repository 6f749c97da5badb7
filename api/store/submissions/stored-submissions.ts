import type { Kysely, Selectable } from 'kysely'
import type { ContactMessage, WaitlistEntry } from '../../contract/forms.ts'
import type { Intent, Source } from '../../contract/limits.ts'
import type { Tables } from '../tables/schema.ts'

interface Stored {
  id: string
  /** ISO 8601, UTC. */
  createdAt: string
  suspected: boolean
}

/**
 * A waitlist entry as people read it, with the contract's field names. `source` and `page` are empty if not known.
 */
export type StoredWaitlist = Stored &
  WaitlistEntry & { source: Source | ''; page: string; intent: Intent; updatedAt: string }

/** A contact message as people read it. */
export type StoredContact = Stored & ContactMessage

/** A page of submissions in the order they came: at most `limit` after the id `after`. */
export interface Page {
  after: string
  limit: number
}

/** In the order of their ids, which is that of their arrival. */
export async function waitlistPage(db: Kysely<Tables>, { after, limit }: Page): Promise<StoredWaitlist[]> {
  const rows = await db
    .selectFrom('waitlist')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(readWaitlist)
}

/** In the order of their ids, which is that of their arrival. */
export async function contactPage(db: Kysely<Tables>, { after, limit }: Page): Promise<StoredContact[]> {
  const rows = await db
    .selectFrom('contact')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(readContact)
}

export async function waitlistById(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, StoredWaitlist>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('waitlist').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, readWaitlist(row)]))
}

export async function contactById(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, StoredContact>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('contact').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, readContact(row)]))
}

/** How many submissions there are; suspected spam is not one for the waitlist's public count. */
export async function submissionTotals(
  db: Kysely<Tables>,
): Promise<{ waitlist: number; contact: number; joined: number }> {
  const all = async (table: 'waitlist' | 'contact') =>
    db
      .selectFrom(table)
      .select(({ fn }) => [fn.countAll().as('count'), fn.sum<number | null>('suspected').as('suspected')])
      .executeTakeFirstOrThrow()
  const [waitlist, contact] = [await all('waitlist'), await all('contact')]
  return {
    waitlist: Number(waitlist.count),
    contact: Number(contact.count),
    joined: Number(waitlist.count) - (waitlist.suspected ?? 0),
  }
}

function readWaitlist(row: Selectable<Tables['waitlist']>): StoredWaitlist {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    company: row.company,
    role: row.role,
    companySize: row.company_size,
    useCase: row.use_case,
    source: row.source,
    page: row.page,
    intent: row.intent,
    suspected: row.suspected === 1,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

function readContact(row: Tables['contact']): StoredContact {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    message: row.message,
    suspected: row.suspected === 1,
    createdAt: iso(row.created_at),
  }
}

/** A time as answers give it. */
export function iso(ms: number): string {
  return new Date(ms).toISOString()
}
