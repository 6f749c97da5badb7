import type { DatabaseSync } from 'node:sqlite'

/** One publish that the content lake told of. */
export interface Hook {
  /** The same for a call that is repeated byte for byte. */
  key: string
  document: string
  /** None where the document was deleted or unpublished. */
  revision: string | null
  /** ISO 8601. */
  publishedAt: string
  /** In ms since 1970. */
  receivedAt: number
}

/** A hook that is not finished. */
export interface PendingHook extends Hook {
  id: number
}

export interface Hooks {
  /** Keeps a hook; false where one with its key was kept before. */
  add(hook: Hook): boolean
  /** In the order of their arrival. */
  pending(): PendingHook[]
  finish(ids: readonly number[]): void
}

/** Longer than anybody repeats a call; a day is the least that is promised. */
const KEPT_MS = 8 * 24 * 60 * 60_000

export function createHooks(database: DatabaseSync): Hooks {
  const insert = database.prepare(
    `insert into hooks (key, document, revision, published_at, received_at, pending) values (?, ?, ?, ?, ?, 1)
     on conflict (key) do nothing`,
  )
  const prune = database.prepare('delete from hooks where pending = 0 and received_at < ?')
  const pending = database.prepare('select * from hooks where pending = 1 order by id')
  const finish = database.prepare('update hooks set pending = 0 where id = ?')

  return {
    add: ({ key, document, revision, publishedAt, receivedAt }) => {
      prune.run(receivedAt - KEPT_MS)
      return insert.run(key, document, revision, publishedAt, receivedAt).changes === 1
    },
    pending: () =>
      pending.all().map((row) => ({
        id: Number(row['id']),
        key: String(row['key']),
        document: String(row['document']),
        revision: row['revision'] === null ? null : String(row['revision']),
        publishedAt: String(row['published_at']),
        receivedAt: Number(row['received_at']),
      })),
    finish: (ids) => ids.forEach((id) => finish.run(id)),
  }
}
