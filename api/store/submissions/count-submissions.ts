import { sql, type Kysely } from 'kysely'
import type { SubmissionCounts, SubmissionNews } from '../../contract/submissions.ts'
import { DAY_MS } from '../../contract/time.ts'
import type { Tables } from '../tables/schema.ts'
import { CONTACT_PAGE } from './search-submissions.ts'

/** The sender names the page, so a stranger can name as many as they like. */
const MAX_PAGES = 20
/** New submissions are counted up to this. */
const MAX_UNSEEN = 100
/** Robots may send many in a row. */
const MAX_LOOKED_AT = 500

/** What came in from a day's beginning until just before another time, in ms, without suspected ones. */
export async function countSubmissions(
  db: Kysely<Tables>,
  { from, until }: { from: number; until: number },
): Promise<SubmissionCounts> {
  const day = sql<number>`created_at / ${sql.lit(DAY_MS)}`
  const entries = db
    .selectFrom('waitlist')
    .where('suspected', '=', 0)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .select(({ fn }) => fn.countAll().as('count'))
  const messages = await db
    .selectFrom('contact')
    .select(({ fn }) => [day.as('day'), fn.countAll().as('count')])
    .where('suspected', '=', 0)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .groupBy(day)
    .execute()
  const byDay = await entries
    .select([day.as('day'), 'intent'])
    .groupBy([day, 'intent'])
    .execute()
  const byOrigin = await entries
    .select(['company_size', 'source', 'page'])
    .groupBy(['company_size', 'source', 'page'])
    .execute()

  const days = daysBetween(from, until)
  for (const { day: of, count, intent } of byDay) {
    const known = days.get(of)
    if (known) known.entries += Number(count)
    if (known && intent === 'demo') known.demos += Number(count)
  }
  for (const { day: of, count } of messages) {
    const known = days.get(of)
    if (known) known.messages += Number(count)
  }
  const allMessages = messages.reduce((sum, { count }) => sum + Number(count), 0)
  const pages = tally(byOrigin.map((row) => [row.page, row.count]))
  const contactPage = pages.find(({ value }) => value === CONTACT_PAGE)
  if (contactPage) contactPage.messages = allMessages
  else if (allMessages > 0) pages.push({ value: CONTACT_PAGE, entries: 0, messages: allMessages })
  return {
    days: [...days.values()],
    companySizes: tally(byOrigin.map((row) => [row.company_size, row.count])),
    sources: tally(byOrigin.map((row) => [row.source, row.count])),
    pages: pages.toSorted((a, b) => b.entries + b.messages - a.entries - a.messages).slice(0, MAX_PAGES),
  }
}

function daysBetween(from: number, until: number): Map<number, SubmissionCounts['days'][number]> {
  const days = new Map<number, SubmissionCounts['days'][number]>()
  for (let day = Math.floor(from / DAY_MS); day < Math.ceil(until / DAY_MS); day += 1)
    days.set(day, {
      day: new Date(day * DAY_MS).toISOString().slice(0, 10),
      entries: 0,
      demos: 0,
      messages: 0,
    })
  return days
}

/** The sums by value, the highest first. */
export function tally(rows: readonly (readonly [string, unknown])[]): SubmissionCounts['sources'] {
  const sums = new Map<string, number>()
  for (const [value, count] of rows) sums.set(value, (sums.get(value) ?? 0) + Number(count))
  return [...sums]
    .map(([value, entries]) => ({ value, entries, messages: 0 }))
    .toSorted((a, b) => b.entries - a.entries)
}

/** Whether something came in after a submission. Takes the same time however much is stored. */
export async function submissionNews(db: Kysely<Tables>, seen: string): Promise<SubmissionNews> {
  const newest = async (table: 'waitlist' | 'contact') =>
    (await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? ''
  const unseen = async (table: 'waitlist' | 'contact') => {
    const later = db.selectFrom(table).select('suspected').where('id', '>', seen).orderBy('id', 'desc')
    const latest = await later.limit(MAX_LOOKED_AT).execute()
    return latest.filter(({ suspected }) => suspected === 0).length
  }
  const ids = [await newest('waitlist'), await newest('contact')].toSorted()
  const count = (await unseen('waitlist')) + (await unseen('contact'))
  return { newest: ids.at(-1) ?? '', unseen: Math.min(count, MAX_UNSEEN) }
}
