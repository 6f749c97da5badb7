import { sql } from 'kysely'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { DATA_FILES } from '../contract/data-files.ts'
import type { Database } from './database/database.ts'
import { localDatabase, type LocalMigration } from './database/local-database.ts'

/** A link that somebody without an account was given. Times in ms. */
export interface Share {
  id: string
  /** What it shows: `drafts`, or the id of the one document whose draft it shows. */
  shows: string
  /** Path of the page that it opens. */
  path: string
  /** For whom it is; empty if its maker did not say. */
  recipient: string
  createdAt: number
  expiresAt: number
}

/** The share links of this site, and the key that signs tokens. Methods reject with what the database says. */
export interface Shares {
  key(): Promise<Buffer>
  /** Stores a link by the hash of its token, so that somebody who reads the file can't use it. */
  add(token: string, share: Omit<Share, 'id'>): Promise<Share>
  /** Whether the link of this token is neither revoked nor over. */
  isLive(token: string, now: number): Promise<boolean>
  /** Those that still work, the newest first. */
  list(now: number): Promise<Share[]>
  /** Returns whether there was such a link. */
  revoke(id: string): Promise<boolean>
}

export interface PreviewTables {
  secrets: { name: 'key'; value: Uint8Array }
  shares: {
    id: string
    token_hash: Uint8Array
    shows: string
    path: string
    recipient: string
    /** In ms. */
    created_at: number
    expires_at: number
  }
}

/** `if not exists`, as files from before versions were counted have the tables already. */
const MIGRATIONS: readonly LocalMigration[] = [
  ({ schema }) => [
    schema
      .createTable('secrets')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'blob', (column) => column.notNull())
      .modifyEnd(sql`without rowid`),
    schema
      .createTable('shares')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('token_hash', 'blob', (column) => column.notNull().unique())
      .addColumn('shows', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'integer', (column) => column.notNull())
      .modifyEnd(sql`without rowid`),
  ],
  ({ schema }) => [
    schema.alterTable('shares').addColumn('recipient', 'text', (column) => column.notNull().defaultTo('')),
  ],
]

/**
 * Opens the file of share links in a data folder. It is made when first used, and again if it is damaged, which ends
 * all links.
 */
export function openPreviewFile(
  dataDir: string,
  onDamage: (message: string) => void = (message) => console.error(message),
): Database<PreviewTables> {
  return localDatabase(path.join(dataDir, DATA_FILES.previews), MIGRATIONS, onDamage)
}

/** The share links in a database. */
export function createShares({ query }: Database<PreviewTables>): Shares {
  return {
    key: () =>
      query(async (db) => {
        const made = db.insertInto('secrets').values({ name: 'key', value: randomBytes(32) })
        await made.onConflict((conflict) => conflict.column('name').doNothing()).execute()
        const row = db.selectFrom('secrets').select('value').where('name', '=', 'key')
        return Buffer.from((await row.executeTakeFirstOrThrow()).value)
      }),
    add: (token, share) =>
      query(async (db) => {
        const id = randomUUID()
        const { shows, path: page, recipient, createdAt, expiresAt } = share
        await db.deleteFrom('shares').where('expires_at', '<=', createdAt).execute()
        const row = { id, token_hash: hashOf(token), shows, path: page, recipient }
        await db
          .insertInto('shares')
          .values({ ...row, created_at: createdAt, expires_at: expiresAt })
          .execute()
        return { id, ...share }
      }),
    isLive: (token, now) =>
      query(async (db) => {
        const live = db.selectFrom('shares').select('id').where('expires_at', '>', now)
        return (await live.where('token_hash', '=', hashOf(token)).executeTakeFirst()) !== undefined
      }),
    list: (now) =>
      query((db) =>
        db
          .selectFrom('shares')
          .select(['id', 'shows', 'path', 'recipient', 'created_at as createdAt', 'expires_at as expiresAt'])
          .where('expires_at', '>', now)
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .execute(),
      ),
    revoke: (id) =>
      query(async (db) => {
        const { numDeletedRows } = await db.deleteFrom('shares').where('id', '=', id).executeTakeFirst()
        return numDeletedRows > 0n
      }),
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
