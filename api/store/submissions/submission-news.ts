import type { Kysely } from 'kysely'
import type { SubmissionNews } from '../../contract/submissions.ts'
import type { Tables } from '../tables/schema.ts'

/** More are not counted. */
const MOST_UNSEEN = 100
/** Robots may send many in a row. */
const MOST_LOOKED_AT = 500

/** Whether something came in after a submission. Costs the same whatever is stored. */
export async function submissionNews(db: Kysely<Tables>, seen: string): Promise<SubmissionNews> {
  const newest = async (table: 'waitlist' | 'contact') =>
    (await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? ''
  const unseen = async (table: 'waitlist' | 'contact') => {
    const later = db.selectFrom(table).select('suspected').where('id', '>', seen).orderBy('id', 'desc')
    const latest = await later.limit(MOST_LOOKED_AT).execute()
    return latest.filter(({ suspected }) => suspected === 0).length
  }
  const ids = [await newest('waitlist'), await newest('contact')].toSorted()
  const count = (await unseen('waitlist')) + (await unseen('contact'))
  return { newest: ids.at(-1) ?? '', unseen: Math.min(count, MOST_UNSEEN) }
}
