import type { Kysely } from 'kysely'
import { z } from 'zod'
import { releaseRecord, type ReleaseRecord } from '../../contract/publishing.ts'
import { KEPT_RELEASES } from '../../contract/releases.ts'
import type { Query } from '../database/database.ts'
import type { PublishTables } from '../tables/publish-schema.ts'

export interface Releases {
  /** Those that still have their files, newest first: ids sort by time. */
  list(): Promise<ReleaseRecord[]>
  /** All that have a record, at most 500, newest first. */
  history(): Promise<ReleaseRecord[]>
  put(release: ReleaseRecord): Promise<void>
  /** Changes the record of a release, if it is kept; one change at a time. */
  change(id: string, change: (known: ReleaseRecord) => ReleaseRecord): Promise<void>
  /** The release that the site is pinned to, if it is. */
  pinned(): Promise<string | undefined>
  pin(id: string | undefined): Promise<void>
}

/** Campaign figures are asked for long after the files of a release are gone. A record has some kB. */
const KEPT = 500

/** Earlier versions stored how many pages a release had rendered, `drawn`, and not which. */
const storedRecord = releaseRecord
  .extend({ drawn: z.number().optional() })
  .transform(({ drawn, ...record }): ReleaseRecord => (drawn === 0 ? { pages: [], ...record } : record))

export function createReleases(query: Query<PublishTables>): Releases {
  let changing = Promise.resolve()

  async function read(count: number): Promise<ReleaseRecord[]> {
    const rows = await query((db) => newest(db, count).select('json').execute())
    return rows.map(({ json }) => storedRecord.parse(JSON.parse(json)))
  }

  async function put(release: ReleaseRecord): Promise<void> {
    const json = JSON.stringify(release)
    await query(async (db) => {
      await db
        .insertInto('releases')
        .values({ id: release.id, json })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ json }))
        .execute()
      await db.deleteFrom('releases').where('id', 'not in', newest(db, KEPT).select('id')).execute()
    })
  }

  return {
    list: () => read(KEPT_RELEASES),
    history: () => read(KEPT),
    put,
    change: (id, change) => {
      const before = changing
      const changed = (async () => {
        await before
        const known = (await read(KEPT_RELEASES)).find((release) => release.id === id)
        if (known) await put(change(known))
      })()
      changing = changed.catch(() => undefined)
      return changed
    },
    pinned: () =>
      query(async (db) => {
        const pin = db.selectFrom('publish_settings').select('value').where('key', '=', 'pinned')
        return (await pin.executeTakeFirst())?.value
      }),
    pin: (id) =>
      query(async (db) => {
        if (id === undefined) {
          await db.deleteFrom('publish_settings').where('key', '=', 'pinned').execute()
          return
        }
        await db
          .insertInto('publish_settings')
          .values({ key: 'pinned', value: id })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: id }))
          .execute()
      }),
  }
}

/** The newest records. */
export function newest(db: Kysely<PublishTables>, count: number) {
  return db.selectFrom('releases').orderBy('id', 'desc').limit(count)
}
