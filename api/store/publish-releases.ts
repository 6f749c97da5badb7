import { releaseRecord } from '../contract/publishing.ts'
import type { ReleaseRecord } from '../contract/publishing.ts'
import type { PublishDatabase } from './publish-schema.ts'

export interface Releases {
  /** Newest first, at most 50: their ids sort by time. */
  list(): ReleaseRecord[]
  put(release: ReleaseRecord): void
  /** The release that the site is held at, if it is. */
  pinned(): string | undefined
  pin(id: string | undefined): void
}

const KEPT = 50

export function createReleases({ db, all, first, run }: PublishDatabase): Releases {
  const newest = db.selectFrom('releases').orderBy('id', 'desc').limit(KEPT)

  return {
    list: () => all(newest.select('json')).map(({ json }) => releaseRecord.parse(JSON.parse(json))),
    put: (release) => {
      run(db.replaceInto('releases').values({ id: release.id, json: JSON.stringify(release) }))
      run(db.deleteFrom('releases').where('id', 'not in', newest.select('id')))
    },
    pinned: () => first(db.selectFrom('settings').select('value').where('key', '=', 'pinned'))?.value,
    pin: (id) => {
      if (id === undefined) run(db.deleteFrom('settings').where('key', '=', 'pinned'))
      else run(db.replaceInto('settings').values({ key: 'pinned', value: id }))
    },
  }
}
