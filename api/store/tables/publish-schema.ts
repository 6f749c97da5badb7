import { sql, type Generated, type Kysely } from 'kysely'
import type { LocalMigration } from '../database/local-database.ts'

/** The tables of publishes. Times are ISO 8601, except those in ms since 1970; flags 0 or 1. */
export interface PublishTables {
  hooks: HooksTable
  receipts: ReceiptsTable
  releases: { id: string; json: string }
  publish_settings: { key: 'pinned' | 'site'; value: string }
}

interface HooksTable {
  id: Generated<number>
  key: string
  document: string
  revision: string | null
  published_at: string
  /** In ms. */
  received_at: number
  pending: number
}

interface ReceiptsTable {
  id: Generated<number>
  document: string
  /** Empty where the document was deleted or unpublished. */
  revision: string
  published_at: string
  json: string
}

const withoutRowid = sql`without rowid`

/** Renames two fields in the JSON of records. Quotes within a text are escaped, so they never match. */
const renamed = sql<string>`replace(replace(json, '"sentence":', '"message":'), '"elsewhere":', '"deployTargets":')`

/** In their order, for the local file; those that are here are never edited. */
export const PUBLISH_MIGRATIONS: readonly LocalMigration[] = [
  ({ schema }) => [
    schema
      .createTable('hooks')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('key', 'text', (column) => column.notNull().unique())
      .addColumn('document', 'text', (column) => column.notNull())
      .addColumn('revision', 'text')
      .addColumn('published_at', 'text', (column) => column.notNull())
      .addColumn('received_at', 'integer', (column) => column.notNull())
      .addColumn('pending', 'integer', (column) => column.notNull())
      .addColumn('tried', 'integer', (column) => column.notNull().defaultTo(0)),
    schema.createIndex('hooks_pending').on('hooks').columns(['pending', 'id']),
    schema
      .createTable('receipts')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('document', 'text', (column) => column.notNull())
      .addColumn('revision', 'text', (column) => column.notNull())
      .addColumn('published_at', 'text', (column) => column.notNull())
      .addColumn('json', 'text', (column) => column.notNull())
      .addUniqueConstraint('receipts_revision', ['document', 'revision']),
    schema
      .createTable('releases')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('json', 'text', (column) => column.notNull())
      .modifyEnd(withoutRowid),
    schema
      .createTable('settings')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .modifyEnd(withoutRowid),
  ],
  (db) => {
    const tables = db as Kysely<PublishTables>
    return [
      tables.updateTable('receipts').set({ json: renamed }),
      tables.updateTable('releases').set({ json: renamed }),
    ]
  },
  // In PostgreSQL, `settings` is a table of the submissions.
  ({ schema }) => [
    schema.alterTable('hooks').dropColumn('tried'),
    schema.alterTable('settings').renameTo('publish_settings'),
  ],
]
