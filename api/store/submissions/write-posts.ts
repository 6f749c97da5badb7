import type { Kysely, Transaction } from 'kysely'
import { isPostgres } from '../database/dialect.ts'
import { newId } from '../database/uuid.ts'
import type { Tables } from '../tables/schema.ts'
import { insertContact } from './contact.ts'
import { withoutErased } from './erased.ts'
import { queueDeliveries } from './outbox.ts'
import { inOrder, keysOf, type KeyRow, type Post, type PostOutcome, type WaitlistPost } from './posts.ts'
import { upsertWaitlist } from './waitlist.ts'
import { writeAtOnce } from './write-at-once.ts'

/**
 * Stores a batch of posts in one transaction: submissions, keys, nonces and outbox rows, all or none.
 * @returns an outcome for each post, in order
 * @throws what the database says when the transaction failed, which then stored nothing
 */
export async function writePosts(db: Kysely<Tables>, posts: readonly Post[]): Promise<PostOutcome[]> {
  if (isPostgres(db) && (await writeAtOnce(db, posts))) return posts.map(() => 'stored')
  return db.transaction().execute((trx) => writeAll(trx, posts))
}

async function writeAll(trx: Transaction<Tables>, posts: readonly Post[]): Promise<PostOutcome[]> {
  const { outcomes, accepted } = sort(posts, await seenKeys(trx, posts))
  const waitlist = accepted.filter((post) => post.kind === 'waitlist')
  const contact = accepted.filter((post) => post.kind === 'contact')
  const joined = await upsertWaitlist(trx, await withoutErased(trx, waitlist))
  const written = await insertContact(trx, contact)
  await insertKeys(trx, [...waitlistKeys(waitlist, joined.ids), ...written.keys])
  await queueDeliveries(trx, [...joined.changed, ...written.changed])
  return outcomes
}

/**
 * Writes a post of each kind, and takes them back. A row that is changed in its place finds room on a disk that new
 * ones find full.
 * @throws what the database says where it would not have taken them
 */
export async function tryPosts(db: Kysely<Tables>, at: number): Promise<void> {
  const takenBack = new Error('A transaction ends without a trace where its work fails.')
  await db
    .transaction()
    .execute(async (trx) => {
      await writeAll(trx, triedPosts(at))
      throw takenBack
    })
    .catch((error: unknown) => {
      if (error !== takenBack) throw error
    })
}

/** No visitor can have this address. */
const NOBODY = 'nobody'

function triedPosts(at: number): Post[] {
  const common = { at, suspected: false }
  const key = { key: newId(), fingerprint: '', until: at }
  const entry = { email: NOBODY, firstName: '', company: '', role: '', companySize: '', useCase: '' } as const
  const message = { name: NOBODY, email: NOBODY, message: NOBODY }
  return [
    { ...common, kind: 'waitlist', entry, source: '', page: '', intent: 'waitlist', openedAt: undefined },
    { ...common, kind: 'contact', message, nonce: key },
  ]
}

async function seenKeys(trx: Transaction<Tables>, posts: readonly Post[]): Promise<Map<string, string>> {
  const keys = posts.flatMap(keysOf).map(({ key }) => key)
  if (keys.length === 0) return new Map()
  const rows = await trx.selectFrom('once').select(['key', 'fingerprint']).where('key', 'in', keys).execute()
  return new Map(rows.map(({ key, fingerprint }) => [key, fingerprint]))
}

/** Sorts out posts whose keys were used before, on disk or earlier in the same batch. */
function sort(posts: readonly Post[], seen: Map<string, string>) {
  const accepted: Post[] = []
  const outcomes = posts.map((post): PostOutcome => {
    const { idempotency } = post
    const used = idempotency && seen.get(idempotency.key)
    // The fingerprint of an erased post is empty: its repeats are answered, and not stored again.
    if (used !== undefined) return used === '' || used === idempotency?.fingerprint ? 'stored' : 'key-reused'
    if (post.kind === 'contact' && seen.has(post.nonce.key)) return 'token-spent'
    for (const { key, fingerprint } of keysOf(post)) seen.set(key, fingerprint)
    accepted.push(post)
    return 'stored'
  })
  return { outcomes, accepted }
}

function waitlistKeys(posts: readonly WaitlistPost[], ids: ReadonlyMap<string, string>): KeyRow[] {
  return posts.flatMap((post) =>
    keysOf(post).map((key) => ({ ...key, entry_id: ids.get(post.entry.email) ?? '' })),
  )
}

/** If another node took a key meanwhile, the transaction fails, and the batch is tried again one by one. */
async function insertKeys(trx: Transaction<Tables>, rows: readonly KeyRow[]): Promise<void> {
  if (rows.length === 0) return
  await trx.insertInto('once').values(inOrder(rows)).execute()
}
