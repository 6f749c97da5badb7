import { sql, type Insertable, type Kysely, type QueryCreator } from 'kysely'
import { errorCode } from '../../contract/operational-error.ts'
import type { Tables } from '../tables/schema.ts'
import { messageKeys, messageOfPost } from './contact.ts'
import { erasureHashes } from './erased.ts'
import { CHANNELS, deliverAgain } from './outbox.ts'
import { inOrder, keysOf, type OnceKey, type Post } from './posts.ts'
import { entryRows, mergeEntry, type EntryRow } from './waitlist.ts'

/** What a batch of posts adds to the tables. */
interface Batch {
  entries: readonly EntryRow[]
  messages: readonly Insertable<Tables['contact']>[]
  /** Those of a message have its id, those of an entry its address. */
  keys: readonly (OnceKey & ({ entry_id: string } | { email: string }))[]
  /** What erasures would remember its addresses by. */
  hashes: readonly string[]
}

/** PostgreSQL's code for a value that is missing. */
const MISSING_VALUE = '23502'

/**
 * Stores a batch of posts on PostgreSQL in one statement, which is one transaction: submissions, keys, nonces and
 * outbox rows. Of several statements, each would wait until this thread is done with the requests that came meanwhile:
 * half as many posts a second were stored.
 * @returns false where nothing was stored, as some of the posts are to be treated apart: a key was used before, an
 * address was erased, or another node is storing the same entry
 */
export async function writeAtOnce(db: Kysely<Tables>, posts: readonly Post[]): Promise<boolean> {
  const waitlist = posts.filter((post) => post.kind === 'waitlist')
  const messages = posts.filter((post) => post.kind === 'contact').map(messageOfPost)
  const keys = inOrder([
    ...waitlist.flatMap((post) => keysOf(post).map((key) => ({ ...key, email: post.entry.email }))),
    ...messages.flatMap(messageKeys),
  ])
  if (new Set(keys.map(({ key }) => key)).size < keys.length) return false
  const hashes = await erasureHashes(db, waitlist)
  const batch = { entries: entryRows(waitlist), messages: messages.map(({ row }) => row), keys, hashes }
  try {
    return (await write(db, batch).execute()).length > 0
  } catch (error) {
    // An entry that another node stored after this statement began has no id that it could see.
    if (errorCode(error) === MISSING_VALUE) return false
    throw error
  }
}

/**
 * Answers with a row if it wrote. Rows come as one parameter of JSON: with one for each value, building, sending and
 * planning the statement took a seventh of the processor time of 64 posts.
 */
function write(db: Kysely<Tables>, { entries, messages, keys, hashes }: Batch) {
  const names = keys.map(({ key }) => key)
  const fresh = sql<{ yes: number }>`(select 1 as yes
    where not exists (select from once where key = any(${names}))
    and not exists (select from erased where hash = any(${hashes})))`
  return db
    .with('fresh', () => fresh)
    .with('joined', (part) =>
      insertRows(part, 'waitlist', ENTRY, entries)
        .onConflict(mergeEntry)
        .returning(['id', 'email', 'suspected', 'updated_at']),
    )
    .with('messages', (part) =>
      insertRows(part, 'contact', MESSAGE, messages).returning(['id', 'suspected', 'created_at']),
    )
    .with('used', (part) =>
      part.insertInto('once').columns(['key', 'fingerprint', 'entry_id', 'until']).expression(sql`
        select given.key, given.fingerprint,
          coalesce(given.entry_id, joined.id, (select id from waitlist where email = given.email)), given.until
        from fresh, json_to_recordset(${JSON.stringify(keys)})
          as given (key text, fingerprint text, entry_id text, email text, until bigint)
        left join joined using (email)`),
    )
    .with('queued', (part) =>
      part
        .insertInto('outbox')
        .columns(['entry_id', 'channel', 'kind', 'state', 'due_at', 'changed_at'])
        .expression(sql`
          select changed.id, channel, kind, case suspected when 1 then 'held' else 'due' end, at, at
          from unnest(${CHANNELS}::text[]) as channel, (
            select id, 'waitlist' as kind, suspected, updated_at as at from joined
            union all select id, 'contact', suspected, created_at from messages
          ) as changed order by changed.id`)
        .onConflict(deliverAgain),
    )
    .selectFrom('fresh')
    .select('yes')
}

const MESSAGE = ['id', 'name', 'email', 'message', 'suspected', 'created_at'] as const
const ENTRY = [
  'id',
  'email',
  'first_name',
  'company',
  'role',
  'company_size',
  'use_case',
  'source',
  'page',
  'intent',
  'suspected',
  'created_at',
  'updated_at',
] as const

function insertRows<Name extends 'waitlist' | 'contact'>(
  db: QueryCreator<Tables>,
  table: Name,
  columns: readonly (keyof Tables[Name] & string)[],
  rows: readonly Insertable<Tables[Name]>[],
) {
  const names = sql.join(columns.map((name) => sql.ref(name)))
  return db.insertInto(table).columns(columns).expression(sql`
    select ${names} from fresh, json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`)
}
