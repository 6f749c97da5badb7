import { sql, type Insertable, type OnConflictBuilder, type Transaction } from 'kysely'
import { newId } from '../database/uuid.ts'
import type { Tables } from '../tables/schema.ts'
import type { ChangedSubmission } from './outbox.ts'
import type { WaitlistPost } from './posts.ts'

/** A row as it is inserted. */
export type EntryRow = Insertable<Tables['waitlist']> & { page: string }

const TEXTS = ['first_name', 'company', 'role', 'company_size', 'use_case'] as const

/** Stores entries. Returns the id of each email, and the entries that are new or changed. */
export async function upsertWaitlist(
  trx: Transaction<Tables>,
  posts: readonly WaitlistPost[],
): Promise<{ ids: Map<string, string>; changed: ChangedSubmission[] }> {
  if (posts.length === 0) return { ids: new Map(), changed: [] }
  const rows = entryRows(posts)
  const written = await trx
    .insertInto('waitlist')
    .values(rows)
    .onConflict(mergeEntry)
    .returning(['id', 'email', 'suspected', 'updated_at'])
    .execute()

  const changed = written.map(({ id, suspected, updated_at: at }): ChangedSubmission => {
    return { submissionId: id, kind: 'waitlist', suspected: suspected === 1, at }
  })
  const ids = new Map(written.map(({ email, id }) => [email, id]))
  return { ids: new Map([...ids, ...(await unchangedIds(trx, rows, ids))]), changed }
}

/**
 * Keeps one entry per email: later values replace earlier ones unless they are empty, the first source stays with its
 * page, and a request for a demo stays. A robot may know somebody's address, so a suspected post adds answers to an
 * honest entry and replaces none. An entry that stays as it is is not written.
 */
export function mergeEntry(conflict: OnConflictBuilder<Tables, 'waitlist'>) {
  return conflict
    .column('email')
    .doUpdateSet({
      first_name: later('first_name'),
      company: later('company'),
      role: later('role'),
      company_size: later('company_size'),
      use_case: later('use_case'),
      source: sql`case when waitlist.source = '' then excluded.source else waitlist.source end`,
      page: sql`case when waitlist.source = '' and excluded.source <> '' then excluded.page else waitlist.page end`,
      intent: sql`case when excluded.intent = 'demo' then excluded.intent else waitlist.intent end`,
      suspected: sql`case when excluded.suspected < waitlist.suspected then excluded.suspected else waitlist.suspected end`,
      updated_at: sql`excluded.updated_at`,
    })
    .where(
      sql<boolean>`${sql.join(TEXTS.map(differs), sql` or `)}
        or (waitlist.source = '' and excluded.source <> '')
        or (excluded.intent = 'demo' and waitlist.intent <> 'demo')
        or excluded.suspected < waitlist.suspected`,
    )
}

type TextColumn = (typeof TEXTS)[number]

function later(column: TextColumn) {
  const { old, next, counts } = compared(column)
  return sql<never>`case when ${counts} then ${next} else ${old} end`
}

function differs(column: TextColumn) {
  const { old, next, counts } = compared(column)
  return sql`(${counts} and ${next} <> ${old})`
}

/** The same rule as `laterOf`. */
function compared(column: TextColumn) {
  const [old, next] = [sql.ref(`waitlist.${column}`), sql.ref(`excluded.${column}`)]
  const counts = sql`${next} <> '' and (${old} = '' or excluded.suspected <= waitlist.suspected)`
  return { old, next, counts }
}

/**
 * A statement can't touch a row twice, so posts of one email become one. Sorted, so that nodes lock in the same order.
 */
export function entryRows(posts: readonly WaitlistPost[]): EntryRow[] {
  const rows = new Map<string, EntryRow>()
  for (const post of posts) {
    const next = rowOf(post)
    const before = rows.get(next.email)
    rows.set(next.email, before ? combine(before, next) : next)
  }
  return [...rows.values()].toSorted((a, b) => (a.email < b.email ? -1 : 1))
}

function rowOf({ entry, source, page, intent, suspected, at }: WaitlistPost): EntryRow {
  return {
    id: newId(),
    email: entry.email,
    first_name: entry.firstName,
    company: entry.company,
    role: entry.role,
    company_size: entry.companySize,
    use_case: entry.useCase,
    source,
    page,
    intent,
    suspected: Number(suspected),
    created_at: at,
    updated_at: at,
  }
}

function combine(before: EntryRow, next: EntryRow): EntryRow {
  return {
    ...before,
    first_name: laterOf(before, next, 'first_name'),
    company: laterOf(before, next, 'company'),
    role: laterOf(before, next, 'role'),
    company_size: laterOf(before, next, 'company_size'),
    use_case: laterOf(before, next, 'use_case'),
    source: before.source || next.source,
    page: before.source === '' && next.source !== '' ? next.page : before.page,
    intent: before.intent === 'demo' ? before.intent : next.intent,
    suspected: Math.min(before.suspected, next.suspected),
    updated_at: next.updated_at,
  }
}

function laterOf<Column extends TextColumn>(
  before: EntryRow,
  next: EntryRow,
  column: Column,
): EntryRow[Column] {
  const counts = next[column] !== '' && (before[column] === '' || next.suspected <= before.suspected)
  return counts ? next[column] : before[column]
}

async function unchangedIds(
  trx: Transaction<Tables>,
  rows: readonly EntryRow[],
  known: ReadonlyMap<string, string>,
): Promise<[string, string][]> {
  const emails = rows.map(({ email }) => email).filter((email) => !known.has(email))
  if (emails.length === 0) return []
  const found = await trx
    .selectFrom('waitlist')
    .select(['id', 'email'])
    .where('email', 'in', emails)
    .execute()
  return found.map(({ email, id }) => [email, id])
}
