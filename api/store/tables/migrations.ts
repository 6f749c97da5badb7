import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../database/dialect.ts'
import { peopleMigration } from './people-migration.ts'

/** All changes of the tables, oldest first. Never edited once they were released, as existing stores have run them. */
export const migrations: Record<string, Migration> = {
  '001-start': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('waitlist')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('email', 'text', (column) => column.notNull().unique())
        .addColumn('first_name', 'text', (column) => column.notNull())
        .addColumn('company', 'text', (column) => column.notNull())
        .addColumn('role', 'text', (column) => column.notNull())
        .addColumn('company_size', 'text', (column) => column.notNull())
        .addColumn('use_case', 'text', (column) => column.notNull())
        .addColumn('source', 'text', (column) => column.notNull())
        .addColumn('suspected', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('contact')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('message', 'text', (column) => column.notNull())
        .addColumn('suspected', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('contact_email').on('contact').column('email').execute()
      await db.schema
        .createTable('once')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('entry_id', 'text', (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('once_entry').on('once').column('entry_id').execute()
      await db.schema
        .createTable('outbox')
        .addColumn('entry_id', 'text', (column) => column.notNull())
        .addColumn('channel', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('due_at', 'bigint', (column) => column.notNull())
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
        .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('claimed_until', 'bigint', (column) => column.notNull().defaultTo(0))
        .addColumn('last_error', 'text', (column) => column.notNull().defaultTo(''))
        .addPrimaryKeyConstraint('outbox_entry_channel', ['entry_id', 'channel'])
        .execute()
      await db.schema.createIndex('outbox_due').on('outbox').columns(['state', 'channel', 'due_at']).execute()
      await db.schema
        .createTable('erased')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('erased_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('settings')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute()
    },
  },
  '002-intent': {
    async up(db: Kysely<unknown>) {
      // Whoever joined before was told of the waitlist alone. A node that is older still writes without it.
      await db.schema
        .alterTable('waitlist')
        .addColumn('intent', 'text', (column) => column.notNull().defaultTo('waitlist'))
        .execute()
    },
  },
  '004-submissions': {
    async up(db: Kysely<unknown>) {
      const { schema } = db
      await schema
        .alterTable('waitlist')
        .addColumn('page', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      await schema
        .alterTable('outbox')
        .addColumn('attempted_at', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
      await schema
        .createTable('notes')
        .addColumn('entry_id', 'text', (column) => column.primaryKey())
        .addColumn('text', 'text', (column) => column.notNull())
        .addColumn('editor', 'text', (column) => column.notNull())
        .addColumn('written_at', 'bigint', (column) => column.notNull())
        .execute()
      await schema
        .createTable('audit')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('editor', 'text', (column) => column.notNull())
        .addColumn('action', 'text', (column) => column.notNull())
        .addColumn('detail', 'text', (column) => column.notNull())
        .addColumn('reason', 'text', (column) => column.notNull())
        .execute()
      for (const statement of isPostgres(db) ? appendOnlyPostgres : appendOnlySqlite)
        await sql.raw(statement).execute(db)
    },
  },
  '005-people': peopleMigration,
  '006-arrived': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('outbox')
        .addColumn('arrived', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      // What waits and was tried before it changed has arrived as it was, in all likelihood.
      await sql`update outbox set arrived = 1 where state = 'done' or (revision > 1 and attempted_at > 0)`.execute(
        db,
      )
    },
  },
}

const NEVER = 'The audit list can only be added to.'

/** Triggers that refuse to change, delete or replace a line. */
const appendOnlySqlite = [
  `create trigger audit_update before update on audit begin select raise(abort, '${NEVER}'); end`,
  `create trigger audit_delete before delete on audit begin select raise(abort, '${NEVER}'); end`,
  `create trigger audit_replace before insert on audit when exists (select 1 from audit where id = new.id)
    begin select raise(abort, '${NEVER}'); end`,
]

const appendOnlyPostgres = [
  `create function refuse_audit_change() returns trigger language plpgsql as
    $$ begin raise exception '${NEVER}'; end $$`,
  `create trigger audit_change before update or delete or truncate on audit
    for each statement execute function refuse_audit_change()`,
]
