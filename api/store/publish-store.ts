import { messageOf } from '../contract/operational-error.ts'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { createHooks } from './publish-hooks.ts'
import type { Hooks } from './publish-hooks.ts'
import { createReceipts } from './publish-receipts.ts'
import type { Receipts } from './publish-receipts.ts'
import { createReleases } from './publish-releases.ts'
import type { Releases } from './publish-releases.ts'
import { isDiskFault, openOrSetAside } from './sqlite-file.ts'

/** What must outlive a crash of the publish pipeline. Writes are rare and small, so they are made at once. */
export interface PublishStore {
  hooks: Hooks
  receipts: Receipts
  releases: Releases
  /** Does the work as one transaction: all of it is on disk when this returns, or none of it when it throws. */
  transaction(work: () => void): void
  close(): void
}

// What is here never changes, more is added at the end: the database counts how many it has been through.
const MIGRATIONS = [
  `
  create table hooks (
    id integer primary key autoincrement,
    key text not null unique,
    document text not null,
    revision text,
    published_at text not null,
    received_at integer not null,
    pending integer not null,
    tried integer not null default 0
  );
  create index hooks_pending on hooks (pending, id);
  create table receipts (
    id integer primary key autoincrement,
    document text not null,
    revision text not null,
    published_at text not null,
    json text not null,
    unique (document, revision)
  );
  create table releases (id text primary key, json text not null) without rowid;
  create table settings (key text primary key, value text not null) without rowid;
  `,
  // Two fields have other names since. Inside of a text, a quote has a backslash before it and is left alone.
  `
  update receipts set json = replace(replace(json, '"sentence":', '"message":'), '"elsewhere":', '"deployTargets":');
  update releases set json = replace(replace(json, '"sentence":', '"message":'), '"elsewhere":', '"deployTargets":');
  `,
]

/**
 * Opens `<dataDir>/publishes.db`, creating it when it is absent or damaged. Every write waits for the disk. Where
 * the disk takes nothing now, every use of the store tries again, and throws what SQLite says until it does.
 * @param onDamage hears a message that names the damaged file
 * @throws when it was written by a newer version.
 */
export function openPublishStore(dataDir: string, onDamage: (message: string) => void): PublishStore {
  let opened: PublishStore | undefined
  const store = (): PublishStore => (opened ??= open(dataDir, onDamage))
  try {
    store()
  } catch (error) {
    if (!isDiskFault(error)) throw error
    onDamage(`${fileIn(dataDir)} can't be opened (${messageOf(error)}).`)
  }
  return {
    get hooks() {
      return store().hooks
    },
    get receipts() {
      return store().receipts
    },
    get releases() {
      return store().releases
    },
    transaction: (work) => store().transaction(work),
    close: () => opened?.close(),
  }
}

function open(dataDir: string, onDamage: (message: string) => void): PublishStore {
  mkdirSync(dataDir, { recursive: true })
  const database = openOrSetAside(fileIn(dataDir), prepare, onDamage)

  function transaction(work: () => void): void {
    database.exec('begin immediate')
    try {
      work()
      database.exec('commit')
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      throw error
    }
  }
  return {
    hooks: createHooks(database),
    receipts: createReceipts(database),
    releases: createReleases(database),
    transaction,
    close: () => database.close(),
  }
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'publishes.db')
}

function prepare(database: DatabaseSync): void {
  const version = Number(database.prepare('pragma user_version').get()?.['user_version'])
  if (version > MIGRATIONS.length)
    throw new Error('publishes.db was written by a newer version of this program: update the program.')
  // Nothing is written where nothing is missing: a start must not need space on the disk.
  if (version === MIGRATIONS.length) return
  const missing = MIGRATIONS.slice(version).join('')
  database.exec(`begin immediate; ${missing} pragma user_version = ${MIGRATIONS.length}; commit`)
}
