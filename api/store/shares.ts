import { createHash, randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openOrSetAside } from './sqlite-file.ts'

/** A link that somebody without an account was given. Times in ms. */
export interface Share {
  id: string
  /** What it shows: `drafts`, or the id of the one document whose draft it shows. */
  shows: string
  /** Path of the page that it opens. */
  path: string
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

const TABLES = `
  create table if not exists secrets (name text primary key, value blob not null) without rowid;
  create table if not exists shares (
    id text primary key,
    token_hash blob not null unique,
    shows text not null,
    path text not null,
    created_at integer not null,
    expires_at integer not null
  ) without rowid;
`

/**
 * Opens `<dataDir>/previews.sqlite`, made when first used, and made anew where it is damaged: links of before then
 * lead nowhere. Methods throw what SQLite says.
 */
export function openShares(
  dataDir: string,
  onDamage: (message: string) => void = (message) => console.error(message),
): Shares {
  let opened: DatabaseSync | undefined
  function database(): DatabaseSync {
    opened ??= openOrSetAside(path.join(dataDir, 'previews.sqlite'), prepare, onDamage)
    return opened
  }

  return {
    key: () => {
      const make = database().prepare(`insert into secrets values ('key', ?) on conflict do nothing`)
      make.run(randomBytes(32))
      const row = database().prepare(`select value from secrets where name = 'key'`).get()
      return Buffer.from(row?.['value'] as Uint8Array)
    },
    add: (token, share) => {
      const id = randomUUID()
      const { shows, path: page, createdAt, expiresAt } = share
      database().prepare('delete from shares where expires_at <= ?').run(createdAt)
      database()
        .prepare('insert into shares values (?, ?, ?, ?, ?, ?)')
        .run(id, hashOf(token), shows, page, createdAt, expiresAt)
      return { id, ...share }
    },
    isLive: (token, now) =>
      database()
        .prepare('select 1 from shares where token_hash = ? and expires_at > ?')
        .get(hashOf(token), now) !== undefined,
    list: (now) =>
      database()
        .prepare('select * from shares where expires_at > ? order by created_at desc, id')
        .all(now)
        .map((row) => ({
          id: String(row['id']),
          shows: String(row['shows']),
          path: String(row['path']),
          createdAt: Number(row['created_at']),
          expiresAt: Number(row['expires_at']),
        })),
    revoke: (id) => database().prepare('delete from shares where id = ?').run(id).changes > 0,
    close: () => opened?.close(),
  }
}

function prepare(database: DatabaseSync): void {
  database.exec(TABLES)
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
