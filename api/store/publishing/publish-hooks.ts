import { sql, type RawBuilder } from 'kysely'
import { DAY_MS } from '../../contract/time.ts'
import type { Query } from '../database/database.ts'
import type { PublishTables } from '../tables/publish-schema.ts'

/** A publish that the content lake announced. */
export interface Hook {
  /** The same for a call that is repeated byte for byte. */
  key: string
  document: string
  /** None if the document was deleted or unpublished. */
  revision: string | null
  /** ISO 8601. */
  publishedAt: string
  /** In ms since 1970, by the clock of this node. */
  receivedAt: number
}

/** A hook that is not finished. */
export interface PendingHook extends Hook {
  id: number
}

export interface Hooks {
  /** Keeps a hook; false if one with its key was kept before. */
  add(hook: Hook): Promise<boolean>
  /** In the order of their arrival. */
  pending(): Promise<PendingHook[]>
  finish(ids: readonly number[]): Promise<void>
}

/** Longer than anybody repeats a call, and no less than the day that is promised. */
const KEPT_MS = 8 * DAY_MS

/** @param clock of the database, where several nodes share it: one may keep what another publishes. */
export function createHooks(query: Query<PublishTables>, clock?: RawBuilder<number>): Hooks {
  /** A time of this node, by the clock of the database. */
  const timeThere = (at: number) => (clock ? sql<number>`(${clock} + ${sql.lit(at - Date.now())})` : at)
  /** When a hook came, by the clock of this node. */
  const receivedHere = () =>
    clock ? sql<number>`(received_at - ${clock} + ${sql.lit(Date.now())})` : sql<number>`received_at`

  return {
    add: ({ key, document, revision, publishedAt, receivedAt }) =>
      query(async (db) => {
        await db
          .deleteFrom('hooks')
          .where('pending', '=', 0)
          .where('received_at', '<', timeThere(receivedAt - KEPT_MS))
          .execute()
        const row = {
          key,
          document,
          revision,
          published_at: publishedAt,
          received_at: timeThere(receivedAt),
          pending: 1,
        }
        const added = await db
          .insertInto('hooks')
          .values(row)
          .onConflict((conflict) => conflict.column('key').doNothing())
          .executeTakeFirst()
        return added.numInsertedOrUpdatedRows === 1n
      }),
    pending: () =>
      query((db) =>
        db
          .selectFrom('hooks')
          .select(['id', 'key', 'document', 'revision'])
          .select(['published_at as publishedAt', receivedHere().as('receivedAt')])
          .where('pending', '=', 1)
          .orderBy('id')
          .execute(),
      ),
    finish: async (ids) => {
      if (ids.length === 0) return
      await query((db) => db.updateTable('hooks').set({ pending: 0 }).where('id', 'in', ids).execute())
    },
  }
}
