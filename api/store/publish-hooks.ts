import type { PublishDatabase } from './publish-schema.ts'

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

export function createHooks({ db, all, run }: PublishDatabase): Hooks {
  return {
    add: ({ key, document, revision, publishedAt, receivedAt }) => {
      run(
        db
          .deleteFrom('hooks')
          .where('pending', '=', 0)
          .where('received_at', '<', receivedAt - KEPT_MS),
      )
      const row = { key, document, revision, published_at: publishedAt, received_at: receivedAt, pending: 1 }
      const added = db
        .insertInto('hooks')
        .values(row)
        .onConflict((conflict) => conflict.column('key').doNothing())
      return run(added) === 1
    },
    pending: () =>
      all(
        db
          .selectFrom('hooks')
          .select(['id', 'key', 'document', 'revision'])
          .select(['published_at as publishedAt', 'received_at as receivedAt'])
          .where('pending', '=', 1)
          .orderBy('id'),
      ),
    finish: (ids) => {
      for (const id of ids) run(db.updateTable('hooks').set({ pending: 0 }).where('id', '=', id))
    },
  }
}
