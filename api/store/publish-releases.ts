import type { DatabaseSync } from 'node:sqlite'
import { releaseRecord } from '../contract/publishing.ts'
import type { ReleaseRecord } from '../contract/publishing.ts'

export interface Releases {
  /** Newest first, at most 50: their ids sort by time. */
  list(): ReleaseRecord[]
  put(release: ReleaseRecord): void
  /** The release that the site is held at, if it is. */
  pinned(): string | undefined
  pin(id: string | undefined): void
}

const KEPT = 50

export function createReleases(database: DatabaseSync): Releases {
  const list = database.prepare(`select json from releases order by id desc limit ${KEPT}`)
  const put = database.prepare('insert or replace into releases (id, json) values (?, ?)')
  const prune = database.prepare(
    `delete from releases where id not in (select id from releases order by id desc limit ${KEPT})`,
  )
  const pinned = database.prepare(`select value from settings where key = 'pinned'`)
  const pin = database.prepare(`insert or replace into settings (key, value) values ('pinned', ?)`)
  const unpin = database.prepare(`delete from settings where key = 'pinned'`)

  return {
    list: () => list.all().map((row) => releaseRecord.parse(JSON.parse(String(row['json'])))),
    put: (release) => {
      put.run(release.id, JSON.stringify(release))
      prune.run()
    },
    pinned: () => {
      const row = pinned.get()
      return row && String(row['value'])
    },
    pin: (id) => void (id === undefined ? unpin.run() : pin.run(id)),
  }
}
