import type { Kysely } from 'kysely'
import { countRequest } from './database/requests.ts'
import { auditLines, writeAudit, writeAuditOnce } from './people/audit.ts'
import {
  addLink,
  changeAccess,
  endSessions,
  erasePerson,
  invite,
  people,
  personByEmail,
  sessionPerson,
  takeLink,
} from './people/people.ts'
import { secret } from './settings.ts'
import { countSubmissions, submissionNews } from './submissions/count-submissions.ts'
import { countWindows } from './submissions/count-windows.ts'
import { queueDigests } from './submissions/digest.ts'
import { erase, forget } from './submissions/erased.ts'
import { writeNote } from './submissions/notes.ts'
import {
  claimDue,
  deadDeliveries,
  outboxStats,
  redeliver,
  releaseClaims,
  settle,
} from './submissions/outbox.ts'
import { searchSubmissions } from './submissions/search-submissions.ts'
import { contactPage, submissionTotals, waitlistPage } from './submissions/stored-submissions.ts'
import { submissionStory } from './submissions/submission-story.ts'
import { queueWeekly } from './submissions/weekly.ts'
import { tryPosts, writePosts } from './submissions/write-posts.ts'
import type { Tables } from './tables/schema.ts'

/** Everything the store can do. Arguments and results are plain data, as they may cross a thread. */
const operations = {
  writePosts,
  fingerprintOf,
  submissionTotals,
  waitlistPage,
  contactPage,
  claimDue,
  settle,
  releaseClaims,
  redeliver,
  deadDeliveries,
  outboxStats,
  queueDigests,
  queueWeekly,
  searchSubmissions,
  submissionStory,
  submissionNews,
  countSubmissions,
  countWindows,
  writeNote,
  writeAudit,
  writeAuditOnce,
  auditLines,
  people,
  invite,
  changeAccess,
  erasePerson,
  addLink,
  takeLink,
  sessionPerson,
  endSessions,
  personByEmail,
  erase,
  forget,
  secret,
  countRequest,
  ping,
  tryPosts,
}

export type OperationName = keyof typeof operations

type Shapes = {
  [N in OperationName]: {
    args: Parameters<(typeof operations)[N]> extends [unknown, ...infer A] ? A : never
    result: Awaited<ReturnType<(typeof operations)[N]>>
  }
}
export type Args<N extends OperationName> = Shapes[N]['args']
export type Result<N extends OperationName> = Shapes[N]['result']

/** Runs an operation wherever the database is. Rejects with the database's own error. */
export type Call = <N extends OperationName>(name: N, ...args: Args<N>) => Promise<Result<N>>

const table: { [N in OperationName]: (db: Kysely<Tables>, ...args: Args<N>) => Promise<Result<N>> } =
  operations

/** Runs an operation on a database of this thread. */
export function apply<N extends OperationName>(
  db: Kysely<Tables>,
  name: N,
  args: Args<N>,
): Promise<Result<N>> {
  return table[name](db, ...args)
}

/** The hash of what a key was used for; empty once that is forgotten, undefined for a new key. */
async function fingerprintOf(db: Kysely<Tables>, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('once').select('fingerprint').where('key', '=', key).executeTakeFirst()
  return row?.fingerprint
}

/** Fails if the database can't be written to: reads still work on a full disk. */
async function ping(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: 'ping', value: String(now) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(now) }))
    .execute()
}
