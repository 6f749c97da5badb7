import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** For PostgreSQL only: without it, these records are in files of their own. */
export const sharedMigrations: Record<string, Migration> = {
  '003-nodes': {
    async up(db: Kysely<unknown>) {
      const { schema } = db
      await schema
        .createTable('hooks')
        .addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity())
        .addColumn('key', 'text', (column) => column.notNull().unique())
        .addColumn('document', 'text', (column) => column.notNull())
        .addColumn('revision', 'text')
        .addColumn('published_at', 'text', (column) => column.notNull())
        .addColumn('received_at', 'bigint', (column) => column.notNull())
        .addColumn('pending', 'integer', (column) => column.notNull())
        .execute()
      await schema.createIndex('hooks_pending').on('hooks').columns(['pending', 'id']).execute()
      await schema
        .createTable('receipts')
        .addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity())
        .addColumn('document', 'text', (column) => column.notNull())
        .addColumn('revision', 'text', (column) => column.notNull())
        .addColumn('published_at', 'text', (column) => column.notNull())
        .addColumn('json', 'text', (column) => column.notNull())
        .addUniqueConstraint('receipts_revision', ['document', 'revision'])
        .execute()
      await schema
        .createTable('releases')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('json', 'text', (column) => column.notNull())
        .execute()
      await schema
        .createTable('publish_settings')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute()
      await schema
        .createTable('secrets')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'bytea', (column) => column.notNull())
        .execute()
      await schema
        .createTable('shares')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('token_hash', 'bytea', (column) => column.notNull().unique())
        .addColumn('shows', 'text', (column) => column.notNull())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('recipient', 'text', (column) => column.notNull().defaultTo(''))
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await schema
        .createTable('missing_paths')
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('count', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('missing_paths_key', ['day', 'path'])
        .execute()
      await schema
        .createTable('leases')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .execute()
      await schema
        .createTable('release_files')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('build', 'text', (column) => column.notNull())
        .addColumn('manifest', 'text', (column) => column.notNull())
        .addColumn('files', 'text', (column) => column.notNull())
        .execute()
      await schema
        .createTable('file_contents')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('bytes', 'bytea', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      // Unlogged: counts may be lost in a crash, and a post need not wait for them to be on disk.
      await sql`create unlogged table requests
        (key text primary key, count integer not null, ends_at bigint not null)`.execute(db)
      await schema.createIndex('requests_end').on('requests').column('ends_at').execute()
    },
  },
}
