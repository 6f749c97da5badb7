import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The people who edit, their sign-in links and their sessions, the latter two only by their hashes. */
export const peopleMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    await schema
      .createTable('people')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('invited_at', 'bigint', (column) => column.notNull())
      .addColumn('signed_in_at', 'bigint', (column) => column.notNull())
      .addColumn('revoked_at', 'bigint', (column) => column.notNull())
      .execute()
    // An erased address is empty, and several may be.
    await schema
      .createIndex('people_email')
      .unique()
      .on('people')
      .column('email')
      .where('email' as never, '<>', '')
      .execute()
    await schema
      .createTable('sign_in_links')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('person_id', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('person_sessions')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('person_id', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
