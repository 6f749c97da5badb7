import type { ExpressionBuilder, Kysely } from 'kysely'
import type { CampaignCounts, PageWindow } from '../../contract/campaigns.ts'
import type { Tables } from '../tables/schema.ts'
import { tally } from './count-submissions.ts'
import { CONTACT_PAGE } from './search-submissions.ts'

/**
 * What came in from pages, each within a time of its own, without suspected ones. A submission in two windows counts
 * once.
 */
export async function countWindows(
  db: Kysely<Tables>,
  windows: readonly PageWindow[],
): Promise<CampaignCounts> {
  const first = Math.min(...windows.map(({ from }) => from))
  const last = Math.max(...windows.map(({ until }) => until))
  const rows = await db
    .selectFrom('waitlist')
    .select(['source', 'page'])
    .select(({ fn }) => fn.countAll().as('count'))
    .where('suspected', '=', 0)
    .where('created_at', '>=', first)
    .where('created_at', '<', last)
    .where((build) => build.or(byTime(windows).map((group) => isIn(build, group))))
    .groupBy(['source', 'page'])
    .execute()
  const ofContact = windows.filter(({ page }) => page === CONTACT_PAGE)
  const messages = ofContact.length === 0 ? 0 : await countMessages(db, ofContact)
  const pages = tally(rows.map(({ page, count }) => [page, count]))
  const contact = pages.find(({ value }) => value === CONTACT_PAGE)
  if (contact) contact.messages = messages
  else if (messages > 0) pages.push({ value: CONTACT_PAGE, entries: 0, messages })
  return { sources: tally(rows.map(({ source, count }) => [source, count])), pages }
}

async function countMessages(db: Kysely<Tables>, windows: readonly PageWindow[]): Promise<number> {
  const counted = await db
    .selectFrom('contact')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('suspected', '=', 0)
    .where((build) =>
      build.or(
        windows.map(({ from, until }) =>
          build.and([build('created_at', '>=', from), build('created_at', '<', until)]),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(counted?.count ?? 0)
}

interface Group extends Pick<PageWindow, 'from' | 'until'> {
  pages: string[]
}

/** Most pages of a campaign share a time, and one condition with a list is faster than a condition for each. */
function byTime(windows: readonly PageWindow[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { page, from, until } of windows) {
    const key = `${from} ${until}`
    const group = groups.get(key) ?? { from, until, pages: [] }
    group.pages.push(page)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function isIn(build: ExpressionBuilder<Tables, 'waitlist'>, { from, until, pages }: Group) {
  return build.and([
    build('page', 'in', pages),
    build('created_at', '>=', from),
    build('created_at', '<', until),
  ])
}
