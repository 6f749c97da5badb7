import type { Kysely, Transaction } from 'kysely'
import { createHmac } from 'node:crypto'
import { amountOf } from '../../contract/amounts.ts'
import { asStored } from '../../contract/email.ts'
import type { Erased } from '../../contract/submissions.ts'
import { DAY_MS } from '../../contract/time.ts'
import { writeAudit } from '../people/audit.ts'
import { secret } from '../settings.ts'
import type { Tables } from '../tables/schema.ts'
import type { WaitlistPost } from './posts.ts'

const KEPT_MS = 30 * DAY_MS
/** The most values that one statement takes. */
const AT_ONCE = 1_000

/**
 * Leaves out posts that would bring an erased address back: those of a form that was opened before the erasure, as a
 * browser's outbox may hold. Somebody who opens the form again can join again.
 */
export async function withoutErased(
  trx: Transaction<Tables>,
  posts: readonly WaitlistPost[],
): Promise<readonly WaitlistPost[]> {
  if (posts.length === 0) return posts
  const any = await trx.selectFrom('erased').select('hash').limit(1).executeTakeFirst()
  if (!any) return posts
  const salt = await secret(trx, 'erasure-salt')
  const hashes = new Map(posts.map(({ entry: { email } }) => [email, hash(salt, email)]))
  const rows = await trx
    .selectFrom('erased')
    .selectAll()
    .where('hash', 'in', [...hashes.values()])
    .execute()
  const erasedAt = new Map(rows.map((row) => [row.hash, row.erased_at]))
  return posts.filter(({ entry, openedAt }) => {
    const at = erasedAt.get(hashes.get(entry.email) ?? '')
    return at === undefined || (openedAt !== undefined && openedAt > at)
  })
}

/**
 * By the database. Submissions that are brought from a file replace the salt, which other nodes learn at their next
 * start.
 */
const salts = new WeakMap<Kysely<Tables>, Promise<string>>()

/** What erasures would remember these posts' addresses by. */
export async function erasureHashes(db: Kysely<Tables>, posts: readonly WaitlistPost[]): Promise<string[]> {
  const known = salts.get(db) ?? secret(db, 'erasure-salt')
  salts.set(db, known)
  const salt = await known.catch((error: unknown) => {
    salts.delete(db)
    throw error
  })
  return posts.map(({ entry: { email } }) => hash(salt, email))
}

/**
 * Deletes everything that was stored about an address, with deliveries and notes, and remembers a salted hash of it.
 * The keys of its posts stay for as long, without the hash of their content. A line of the audit list says who did it
 * and why. Returns how much was deleted.
 */
export async function erase(
  db: Kysely<Tables>,
  address: string,
  { editor, reason }: { editor: string; reason: string },
  now: number,
): Promise<Erased> {
  const email = asStored(address)
  return db.transaction().execute(async (trx) => {
    // Submissions first: a transaction that adds to one locks it, so that what it adds is there to be deleted.
    const waitlist = await trx.deleteFrom('waitlist').where('email', '=', email).returning('id').execute()
    const contact = await trx.deleteFrom('contact').where('email', '=', email).returning('id').execute()
    const ids = [...waitlist, ...contact].map(({ id }) => id)
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE)
      await trx.deleteFrom('outbox').where('entry_id', 'in', some).execute()
      await trx.deleteFrom('notes').where('entry_id', 'in', some).execute()
      await trx
        .updateTable('once')
        .set({ fingerprint: '', entry_id: '', until: now + KEPT_MS })
        .where('entry_id', 'in', some)
        .execute()
    }
    const row = { hash: hash(await secret(trx, 'erasure-salt'), email), erased_at: now }
    await trx
      .insertInto('erased')
      .values(row)
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ erased_at: now }))
      .execute()
    const erased = { waitlist: waitlist.length, contact: contact.length }
    await writeAudit(trx, { editor, action: 'erase', detail: amountOf(erased), reason }, now)
    return erased
  })
}

/** Deletes keys, nonces and erasures that have expired. */
export async function forget(db: Kysely<Tables>, now: number): Promise<void> {
  await db.deleteFrom('once').where('until', '<', now).execute()
  await db
    .deleteFrom('erased')
    .where('erased_at', '<', now - KEPT_MS)
    .execute()
}

function hash(salt: string, email: string): string {
  return createHmac('sha256', salt).update(email).digest('base64url')
}
