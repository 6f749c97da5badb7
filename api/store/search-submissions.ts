import { sql } from 'kysely'
import type { Expression, Kysely, SqlBool } from 'kysely'
import type { Channel, SubmissionSearch, SubmissionSummary } from '../contract/submissions.ts'
import { iso } from './entries.ts'
import type { Tables } from './schema.ts'

/** What a list is to hold: a page of at most `limit`, the latest first. */
export interface Search extends SubmissionSearch {
  /** What counts as not delivered is so on one of these. */
  channels: Channel[]
  limit: number
}

type Found = Omit<SubmissionSummary, 'hasNote' | 'deliveries'>

/** Every message comes from there. */
const CONTACT_PAGE = '/contact'
const EXCERPT = 200
/** More words would be a sentence, which is found by fewer. */
const MOST_WORDS = 6

/**
 * One page of the submissions that fit, and where the next begins. It looks through all of them where few fit: on
 * SQLite it runs in a thread of its own.
 */
export async function searchSubmissions(
  db: Kysely<Tables>,
  search: Search,
): Promise<{ submissions: SubmissionSummary[]; next: string | null }> {
  const { kind, intent, source, companySize, page, limit } = search
  const isOfWaitlist = kind !== 'contact' && page !== CONTACT_PAGE
  const isOfContact =
    kind !== 'waitlist' && intent + source + companySize === '' && ['', CONTACT_PAGE].includes(page)
  const found = [
    ...(isOfWaitlist ? await waitlistFound(db, search) : []),
    ...(isOfContact ? await contactFound(db, search) : []),
  ].toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const shown = found.slice(0, limit)
  return {
    submissions: await withState(db, shown),
    next: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

async function waitlistFound(db: Kysely<Tables>, search: Search): Promise<Found[]> {
  const { intent, source, companySize, page, suspected, after, limit } = search
  let query = db
    .selectFrom('waitlist')
    .select(['id', 'email', 'first_name', 'company', 'intent', 'source', 'page', 'suspected', 'created_at'])
    .select(sql<string>`substr(use_case, 1, ${sql.lit(EXCERPT)})`.as('excerpt'))
    .where(fits('waitlist', ['email', 'first_name', 'company', 'role', 'use_case'], search))
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (after !== '') query = query.where('id', '<', after)
  if (intent !== '') query = query.where('intent', '=', intent)
  if (source !== '') query = query.where('source', '=', source)
  if (companySize !== '') query = query.where('company_size', '=', companySize)
  if (page !== '') query = query.where('page', '=', page)
  if (suspected) query = query.where('suspected', '=', 1)
  const rows = await query.execute()
  return rows.map(({ first_name: name, created_at: at, ...row }) => ({
    ...row,
    kind: 'waitlist',
    name,
    suspected: row.suspected === 1,
    createdAt: iso(at),
  }))
}

async function contactFound(db: Kysely<Tables>, search: Search): Promise<Found[]> {
  const { suspected, after, limit } = search
  let query = db
    .selectFrom('contact')
    .select(['id', 'email', 'name', 'suspected', 'created_at'])
    .select(sql<string>`substr(message, 1, ${sql.lit(EXCERPT)})`.as('excerpt'))
    .where(fits('contact', ['email', 'name', 'message'], search))
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (after !== '') query = query.where('id', '<', after)
  if (suspected) query = query.where('suspected', '=', 1)
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

/** Whether a row holds every word, and has not arrived where that is asked. */
function fits(
  table: 'waitlist' | 'contact',
  columns: string[],
  { search, undelivered, channels }: Search,
): Expression<SqlBool> {
  const id = sql.ref(`${table}.id`)
  const text = sql.join(
    columns.map((column) => sql.ref(`${table}.${column}`)),
    sql` || ' ' || `,
  )
  const words = search.split(/\s+/u).filter(Boolean).slice(0, MOST_WORDS)
  const conditions = words.map(
    (word) =>
      sql<SqlBool>`(${holds(sql`(${text})`, word)}
        or ${id} in (select entry_id from notes where ${holds(sql`text`, word)}))`,
  )
  if (undelivered)
    conditions.push(sql<SqlBool>`${id} in (select entry_id from outbox
      where state in ('due', 'held', 'dead') and channel in (${sql.join(channels)}))`)
  return conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** SQLite folds the case of plain letters alone, so that other words are looked for as they may be written. */
function holds(text: Expression<unknown>, word: string): Expression<SqlBool> {
  const lower = word.toLowerCase()
  const forms = /^\p{ASCII}*$/u.test(word)
    ? [lower]
    : [...new Set([lower, word, word.toUpperCase(), lower.replace(/^./u, (first) => first.toUpperCase())])]
  const either = forms.map((form) => sql`lower(${text}) like lower(${pattern(form)}) escape '!'`)
  return sql<SqlBool>`(${sql.join(either, sql` or `)})`
}

function pattern(word: string): string {
  return `%${word.replaceAll(/[!%_]/gu, '!$&')}%`
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
