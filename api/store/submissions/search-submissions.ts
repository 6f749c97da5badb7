import { sql, type Kysely } from 'kysely'
import type { Channel, SubmissionSearch, SubmissionSummary } from '../../contract/submissions.ts'
import type { Tables } from '../tables/schema.ts'
import { iso } from './stored-submissions.ts'
import { holdsWords, isUndelivered, type Condition } from './submission-filters.ts'

/** What a list is to hold: a page of at most `limit`, the latest first. */
export interface Search extends SubmissionSearch {
  /** A submission is undelivered if it has not arrived on one of these. */
  channels: Channel[]
  limit: number
}

type Found = Omit<SubmissionSummary, 'hasNote' | 'deliveries'>

/** The page of every message, and of some sign-ups. */
export const CONTACT_PAGE = '/contact'
const EXCERPT = 200
const WAITLIST_TEXTS = ['email', 'first_name', 'company', 'role', 'use_case']
const CONTACT_TEXTS = ['email', 'name', 'message']

/**
 * A page of the submissions that match, and where the next one begins. If few match, it goes through all rows, which on
 * SQLite is done in a thread of its own.
 */
export async function searchSubmissions(
  db: Kysely<Tables>,
  search: Search,
): Promise<{ submissions: SubmissionSummary[]; next: string | null }> {
  const { kind, intent, source, companySize, page, limit } = search
  const isOfWaitlist = kind !== 'contact'
  const isOfContact =
    kind !== 'waitlist' && intent + source + companySize === '' && ['', CONTACT_PAGE].includes(page)
  const conditions = [
    ...(search.search === '' ? [] : [await holdsWords(db, search.search)]),
    ...(search.undelivered ? [await isUndelivered(db, search.channels)] : []),
  ]
  const [entries, messages] = await Promise.all([
    isOfWaitlist ? waitlistFound(db, search, conditions) : [],
    isOfContact ? contactFound(db, search, conditions) : [],
  ])
  const found = [...entries, ...messages].toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const shown = found.slice(0, limit)
  return {
    submissions: await withState(db, shown),
    next: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

async function waitlistFound(
  db: Kysely<Tables>,
  search: Search,
  conditions: readonly Condition[],
): Promise<Found[]> {
  const { intent, source, companySize, page, suspected, after, limit } = search
  let query = db
    .selectFrom('waitlist')
    .select(['id', 'email', 'first_name', 'company', 'intent', 'source', 'page', 'suspected', 'created_at'])
    .select(sql<string>`substr(use_case, 1, ${sql.lit(EXCERPT)})`.as('excerpt'))
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (after !== '') query = query.where('id', '<', after)
  if (intent !== '') query = query.where('intent', '=', intent)
  if (source !== '') query = query.where('source', '=', source)
  if (companySize !== '') query = query.where('company_size', '=', companySize)
  if (page !== '') query = query.where('page', '=', page)
  if (suspected) query = query.where('suspected', '=', 1)
  for (const condition of conditions) query = query.where(condition('waitlist', WAITLIST_TEXTS))
  const rows = await query.execute()
  return rows.map(({ first_name: name, created_at: at, ...row }) => ({
    ...row,
    kind: 'waitlist',
    name,
    suspected: row.suspected === 1,
    createdAt: iso(at),
  }))
}

async function contactFound(
  db: Kysely<Tables>,
  search: Search,
  conditions: readonly Condition[],
): Promise<Found[]> {
  const { suspected, after, limit } = search
  let query = db
    .selectFrom('contact')
    .select(['id', 'email', 'name', 'suspected', 'created_at'])
    .select(sql<string>`substr(message, 1, ${sql.lit(EXCERPT)})`.as('excerpt'))
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (after !== '') query = query.where('id', '<', after)
  if (suspected) query = query.where('suspected', '=', 1)
  for (const condition of conditions) query = query.where(condition('contact', CONTACT_TEXTS))
  const rows = await query.execute()
  return rows.map(({ created_at: at, ...row }) => ({
    ...row,
    kind: 'contact',
    company: '',
    intent: '',
    source: '',
    page: CONTACT_PAGE,
    suspected: row.suspected === 1,
    createdAt: iso(at),
  }))
}

async function withState(db: Kysely<Tables>, found: readonly Found[]): Promise<SubmissionSummary[]> {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const deliveries = await db
    .selectFrom('outbox')
    .select(['entry_id as id', 'channel', 'state'])
    .where('entry_id', 'in', ids)
    .orderBy('channel', 'desc')
    .execute()
  const notes = await db.selectFrom('notes').select('entry_id').where('entry_id', 'in', ids).execute()
  const noted = new Set(notes.map(({ entry_id: id }) => id))
  const states = Map.groupBy(deliveries, ({ id }) => id)
  return found.map((one) => ({
    ...one,
    hasNote: noted.has(one.id),
    deliveries: (states.get(one.id) ?? []).map(({ channel, state }) => ({ channel, state })),
  }))
}
