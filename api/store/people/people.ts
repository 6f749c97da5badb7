import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { Invitation, Person, PersonRole } from '../../contract/people.ts'
import { isPostgres } from '../database/dialect.ts'
import { newId } from '../database/uuid.ts'
import { iso } from '../submissions/stored-submissions.ts'
import type { PeopleTable, Tables } from '../tables/schema.ts'
import { writeAudit } from './audit.ts'

/** What became of a change; `last` if it was refused, as it would remove the last administrator. */
export type PersonChange = 'changed' | 'missing' | 'last'

/** What stays of somebody in the history once name and address are erased. */
const ERASED_NAME = 'Former editor'

/** Everybody who may sign in, and those who did: by name. */
export async function people(db: Kysely<Tables>): Promise<Person[]> {
  const rows = await db.selectFrom('people').selectAll().orderBy('name').orderBy('id').execute()
  return rows.map(personOf)
}

/** Invites somebody, even after they were revoked. Undefined if somebody who may sign in has this address. */
export async function invite(
  db: Kysely<Tables>,
  { name, email, role }: Invitation,
  editor: string,
  now: number,
): Promise<Person | undefined> {
  return db.transaction().execute(async (trx) => {
    const fields = { name, email, role, invited_at: now, revoked_at: 0 }
    const row =
      (await trx
        .updateTable('people')
        .set(fields)
        .where('email', '=', email)
        .where('revoked_at', '>', 0)
        .returningAll()
        .executeTakeFirst()) ??
      (await trx
        .insertInto('people')
        .values({ id: newId(), ...fields, signed_in_at: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst())
    if (!row) return undefined
    await writeAudit(trx, { editor, action: 'people', detail: `Invited ${name} as ${role}`, reason: '' }, now)
    return personOf(row)
  })
}

/** Gives somebody another role, or revokes them: their links and sessions end with it. */
export async function changeAccess(
  db: Kysely<Tables>,
  { id, access }: { id: string; access: PersonRole | 'none' },
  editor: string,
  now: number,
): Promise<PersonChange> {
  return db.transaction().execute(async (trx) => {
    await holdAdministrators(trx)
    let change = trx
      .updateTable('people')
      .set(access === 'none' ? { revoked_at: now } : { role: access })
      .where('id', '=', id)
      .where('revoked_at', '=', 0)
    if (access !== 'administrator')
      change = change.where((where) =>
        where.or([
          where('role', '<>', 'administrator'),
          where.exists(
            where
              .selectFrom('people as other')
              .select('other.id')
              .where('other.role', '=', 'administrator')
              .where('other.revoked_at', '=', 0)
              .where('other.id', '<>', id),
          ),
        ]),
      )
    const row = await change.returning('name').executeTakeFirst()
    if (!row) return (await findLive(trx, id)) ? 'last' : 'missing'
    if (access === 'none') await signOut(trx, id)
    const detail = access === 'none' ? `Revoked ${row.name}` : `Made ${row.name} an ${access}`
    await writeAudit(trx, { editor, action: 'people', detail, reason: '' }, now)
    return 'changed'
  })
}

/**
 * Erases name and address of somebody who was revoked. What they wrote stays, by a former editor. Notes only have a
 * name, so notes of a namesake count as theirs.
 */
export async function erasePerson(
  db: Kysely<Tables>,
  id: string,
  editor: string,
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const revoked = trx.selectFrom('people').select('name').where('id', '=', id).where('revoked_at', '>', 0)
    const row = await revoked.executeTakeFirst()
    if (!row) return false
    const erased = trx.updateTable('people').set({ name: ERASED_NAME, email: '' }).where('id', '=', id)
    // Whoever was invited again meanwhile stays.
    const { numUpdatedRows } = await erased.where('revoked_at', '>', 0).executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await trx.updateTable('notes').set({ editor: ERASED_NAME }).where('editor', '=', row.name).execute()
    const detail = 'Erased name and email address of a former editor'
    await writeAudit(trx, { editor, action: 'people', detail, reason: '' }, now)
    return true
  })
}

/** Stores a link by its hash, until it expires. `editor` is who asked for it; empty if the person did. */
export async function addLink(
  db: Kysely<Tables>,
  link: { hash: string; personId: string; expiresAt: number },
  editor: string,
  now: number,
): Promise<Person | undefined> {
  return db.transaction().execute(async (trx) => {
    // A write that changes nothing locks the person, so that this and a revocation wait for each other.
    const row = await trx
      .updateTable('people')
      .set((set) => ({ revoked_at: set.ref('revoked_at') }))
      .where('id', '=', link.personId)
      .where('revoked_at', '=', 0)
      .returningAll()
      .executeTakeFirst()
    if (!row) return undefined
    await trx.deleteFrom('sign_in_links').where('expires_at', '<=', now).execute()
    await trx
      .insertInto('sign_in_links')
      .values({ hash: link.hash, person_id: link.personId, expires_at: link.expiresAt })
      .execute()
    const detail = `Made a sign-in link for ${row.name}`
    if (editor !== '') await writeAudit(trx, { editor, action: 'people', detail, reason: '' }, now)
    return personOf(row)
  })
}

/** Uses up a link and starts a session. Undefined if the link was used or has expired, or the person was revoked. */
export async function takeLink(
  db: Kysely<Tables>,
  { link, session, expiresAt }: { link: string; session: string; expiresAt: number },
  now: number,
): Promise<Person | undefined> {
  return db.transaction().execute(async (trx) => {
    // This and a revocation wait for each other, as both lock the person before the links.
    const row = await trx
      .updateTable('people')
      .set({ signed_in_at: now })
      .where('id', '=', (where) =>
        where
          .selectFrom('sign_in_links')
          .select('person_id')
          .where('hash', '=', link)
          .where('expires_at', '>', now),
      )
      .where('revoked_at', '=', 0)
      .returningAll()
      .executeTakeFirst()
    // If two browsers use one link at the same moment, the second finds it gone.
    const used = await trx.deleteFrom('sign_in_links').where('hash', '=', link).executeTakeFirst()
    if (!row || used.numDeletedRows === 0n) return undefined
    await trx.deleteFrom('sign_in_links').where('person_id', '=', row.id).execute()
    await trx.deleteFrom('person_sessions').where('expires_at', '<=', now).execute()
    await trx
      .insertInto('person_sessions')
      .values({ hash: session, person_id: row.id, expires_at: expiresAt })
      .execute()
    return personOf(row)
  })
}

/** The person of a session, by its hash; undefined if it has ended. */
export async function sessionPerson(
  db: Kysely<Tables>,
  hashes: readonly string[],
  now: number,
): Promise<Person | undefined> {
  const row = await db
    .selectFrom('person_sessions')
    .innerJoin('people', 'people.id', 'person_sessions.person_id')
    .selectAll('people')
    .where('person_sessions.hash', 'in', hashes)
    .where('person_sessions.expires_at', '>', now)
    .where('people.revoked_at', '=', 0)
    .executeTakeFirst()
  return row && personOf(row)
}

/** Ends these sessions, or everybody's. */
export async function endSessions(db: Kysely<Tables>, hashes: readonly string[] | 'all'): Promise<void> {
  if (hashes === 'all') await db.deleteFrom('person_sessions').execute()
  else if (hashes.length > 0) await db.deleteFrom('person_sessions').where('hash', 'in', hashes).execute()
}

/** Who may sign in with an address. */
export async function personByEmail(db: Kysely<Tables>, email: string): Promise<Person | undefined> {
  const found = db.selectFrom('people').selectAll().where('email', '=', email).where('revoked_at', '=', 0)
  const row = await found.executeTakeFirst()
  return row && personOf(row)
}

/**
 * Without this lock, two administrators who demote each other at the same moment would leave none. SQLite has one
 * writer, so its query for another administrator sees every change.
 */
async function holdAdministrators(trx: Transaction<Tables>): Promise<void> {
  if (isPostgres(trx))
    await sql`select id from people where role = 'administrator' order by id for update`.execute(trx)
}

async function signOut(trx: Transaction<Tables>, personId: string): Promise<void> {
  await trx.deleteFrom('sign_in_links').where('person_id', '=', personId).execute()
  await trx.deleteFrom('person_sessions').where('person_id', '=', personId).execute()
}

function findLive(trx: Transaction<Tables>, id: string): Promise<Selectable<PeopleTable> | undefined> {
  const found = trx.selectFrom('people').selectAll().where('id', '=', id).where('revoked_at', '=', 0)
  return found.executeTakeFirst()
}

function personOf(row: Selectable<PeopleTable>): Person {
  const { id, name, email, role } = row
  return {
    id,
    name,
    email,
    role,
    invitedAt: iso(row.invited_at),
    signedInAt: row.signed_in_at === 0 ? null : iso(row.signed_in_at),
    revokedAt: row.revoked_at === 0 ? null : iso(row.revoked_at),
  }
}
