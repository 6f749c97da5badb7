import { sql } from 'kysely'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { openLocal } from './local-database.ts'
import type { LocalDatabase, LocalMigration } from './local-database.ts'

/** A link that somebody without an account was given. Times in ms. */
export interface Share {
  id: string
  /** What it shows: `drafts`, or the id of the one document whose draft it shows. */
  shows: string
  /** Path of the page that it opens. */
  path: string
  /** For whom it is; empty where its maker did not say. */
  recipient: string
  createdAt: number
  expiresAt: number
}

/** The share links of this server, and the key that signs tokens. */
export interface Shares {
  key(): Buffer
  /** Keeps a link by the hash of its token: who reads the file can't use it. */
  add(token: string, share: Omit<Share, 'id'>): Share
  /** Whether the link of this token is neither revoked nor over. */
  isLive(token: string, now: number): boolean
  /** Those that still work, the newest first. */
  list(now: number): Share[]
  /** Returns whether there was such a link. */
  revoke(id: string): boolean
  close(): void
}

interface PreviewTables {
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

/** Files from before versions were counted have the tables already. */
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
 * Opens `<dataDir>/previews.sqlite`, made when first used, and made anew where it is damaged: links of before then
 * lead nowhere. Methods throw what SQLite says.
 */
export function openShares(
  dataDir: string,
  onDamage: (message: string) => void = (message) => console.error(message),
): Shares {
  let opened: LocalDatabase<PreviewTables> | undefined
  const database = () => (opened ??= openLocal(path.join(dataDir, 'previews.sqlite'), MIGRATIONS, onDamage))

  return {
    key: () => {
      const { db, run, first } = database()
      const made = db.insertInto('secrets').values({ name: 'key', value: randomBytes(32) })
      run(made.onConflict((conflict) => conflict.doNothing()))
      const row = first(db.selectFrom('secrets').select('value').where('name', '=', 'key'))
      return Buffer.from(row?.value ?? [])
    },
    add: (token, share) => {
      const { db, run } = database()
      const id = randomUUID()
      const { shows, path: page, recipient, createdAt, expiresAt } = share
      run(db.deleteFrom('shares').where('expires_at', '<=', createdAt))
      const row = { id, token_hash: hashOf(token), shows, path: page, recipient }
      run(db.insertInto('shares').values({ ...row, created_at: createdAt, expires_at: expiresAt }))
      return { id, ...share }
    },
    isLive: (token, now) => {
      const { db, first } = database()
      const live = db.selectFrom('shares').select('id').where('expires_at', '>', now)
      return first(live.where('token_hash', '=', hashOf(token))) !== undefined
    },
    list: (now) => {
      const { db, all } = database()
      return all(
        db
          .selectFrom('shares')
          .select(['id', 'shows', 'path', 'recipient', 'created_at as createdAt', 'expires_at as expiresAt'])
          .where('expires_at', '>', now)
          .orderBy('created_at', 'desc')
          .orderBy('id'),
      )
    },
    revoke: (id) => {
      const { db, run } = database()
      return run(db.deleteFrom('shares').where('id', '=', id)) > 0
    },
    close: () => opened?.close(),
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
