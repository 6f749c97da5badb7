import { sql, type Kysely, type RawBuilder } from 'kysely'
import { KEPT_RELEASES } from '../../contract/releases.ts'
import type { Database } from '../database/database.ts'
import { databaseNow, lockLease } from '../database/leases.ts'
import type { SharedTables } from '../tables/shared-schema.ts'
import { readContents, storeContents, UNUSED_MS } from './file-contents.ts'
import { createReleases, newest } from './publish-releases.ts'

/** The release that visitors get from all nodes. */
export interface ServedRelease {
  id: string
  /** Counts up when files of it are finished later. */
  version: number
  /** Key of the build that rendered it. */
  build: string
}

/** A release as other nodes fetch it. */
interface StoredRelease {
  manifest: unknown
  /** SHA-256 in hex by path below `DIST_DIR`. */
  files: Record<string, string>
}

/** Whether a switch pins the site to the release. A switch to the newest ends the pin. */
export interface SwitchEnd {
  isPinned: boolean
}

/** The files of releases in the database, each content once. */
export interface ReleaseFiles {
  /**
   * Stores a release and makes it the served one, if `node` holds the lease and the site is not pinned. Returns whether
   * it did. @param read reads a file by its path below `DIST_DIR`
   */
  share(
    node: string,
    release: Omit<ServedRelease, 'version'> & StoredRelease,
    read: (path: string) => Promise<Buffer>,
  ): Promise<boolean>
  /** Stores a release that editors go back to, and that no node stored yet. */
  store(
    release: Omit<ServedRelease, 'version'> & StoredRelease,
    read: (path: string) => Promise<Buffer>,
  ): Promise<void>
  /**
   * Makes a stored release the served one, and pins the site to it or ends the pin. Changes nothing if there is no pin
   * to end and a later release is served. Returns the id of the served release, or undefined if this one is not stored.
   */
  switchTo(id: string, then: SwitchEnd): Promise<string | undefined>
  find(id: string): Promise<StoredRelease | undefined>
  /** Ids of the stored releases that `prune` would keep. */
  kept(): Promise<string[]>
  /** Ids of the releases in the list that no node stored yet. */
  unstored(): Promise<string[]>
  /** The contents of these hashes, by hash, as many at a time as fit into one statement. */
  contents(hashes: readonly string[]): AsyncIterable<Map<string, Uint8Array>>
  /** Deletes releases that are no longer listed, unless they are served or pinned, and contents that no release has. */
  prune(): Promise<void>
}

type SharedDatabase = Pick<Database<SharedTables>, 'query' | 'transaction'>

export function createReleaseFiles({ query, transaction }: SharedDatabase): ReleaseFiles {
  return {
    share: async (node, release, read) => {
      await storeContents(query, release.files, read)
      return transaction((db) => serveNew(db, node, release))
    },
    store: async (release, read) => {
      await storeContents(query, release.files, read)
      await query((db) => put(db, release))
    },
    switchTo: (id, then) => transaction((db) => serveStored(db, id, then)),
    find: (id) =>
      query(async (db) => {
        const rows = db.selectFrom('release_files').select(['manifest', 'files']).where('id', '=', id)
        const row = await rows.executeTakeFirst()
        if (!row) return undefined
        const files = JSON.parse(row.files) as Record<string, string>
        return { manifest: JSON.parse(row.manifest) as unknown, files }
      }),
    kept: () =>
      query(async (db) => {
        const rows = db.selectFrom('release_files').select('id').where('id', 'in', keptIds(db))
        return (await rows.execute()).map(({ id }) => id)
      }),
    unstored: () =>
      query(async (db) => {
        const stored = db.selectFrom('release_files').select('id')
        const listed = newest(db, KEPT_RELEASES).select('id')
        const rows = await db
          .selectFrom('releases')
          .select('id')
          .where('id', 'in', listed)
          .where('id', 'not in', stored)
          .execute()
        return rows.map(({ id }) => id)
      }),
    contents: (hashes) => readContents(query, hashes),
    prune: () =>
      query(async (db) => {
        await db.deleteFrom('release_files').where('id', 'not in', keptIds(db)).execute()
        await sql`delete from file_contents where created_at < ${databaseNow} - ${sql.lit(UNUSED_MS)}
          and hash not in (select files.value from release_files, json_each_text(release_files.files::json) as files)`.execute(
          db,
        )
      }),
  }
}

/** As `share` says. */
async function serveNew(
  db: Kysely<SharedTables>,
  node: string,
  release: Omit<ServedRelease, 'version'> & StoredRelease,
): Promise<boolean> {
  if (!(await lockLease(db, node))) return false
  const pinned = db.selectFrom('publish_settings').select('value').where('key', '=', 'pinned')
  if ((await pinned.executeTakeFirst()) !== undefined) return false
  await markServed(db, { ...release, version: await put(db, release) })
  return true
}

/** As `switchTo` says. */
async function serveStored(
  db: Kysely<SharedTables>,
  id: string,
  { isPinned }: SwitchEnd,
): Promise<string | undefined> {
  const rows = db.selectFrom('release_files').select(['id', 'version', 'build']).where('id', '=', id)
  // A node that is about to share a new release waits for this lock, and then sees the pin.
  await lockLease(db, '')
  const release = await rows.executeTakeFirst()
  if (!release) return undefined
  const releases = createReleases((work) => work(db))
  const served = await servedId(db)
  if (!isPinned && (await releases.pinned()) === undefined && served !== undefined && served > id)
    return served
  await markServed(db, release)
  await releases.pin(isPinned ? id : undefined)
  return id
}

/** Returns its version. */
async function put(
  db: Kysely<SharedTables>,
  { id, build, manifest, files }: Omit<ServedRelease, 'version'> & StoredRelease,
): Promise<number> {
  const row = { build, manifest: JSON.stringify(manifest), files: JSON.stringify(files) }
  const { version } = await db
    .insertInto('release_files')
    .values({ id, version: 1, ...row })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...row, version: sql<number>`release_files.version + 1` }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Records outlast files, and the list has only the newest of them. */
function keptIds(db: Kysely<SharedTables>): RawBuilder<string> {
  return sql`(select id from ${newest(db, KEPT_RELEASES).select('id')} as listed
    union select value from publish_settings where key = 'pinned'
    union select value::json ->> 'id' from publish_settings where key = 'served')`
}

async function servedId(db: Kysely<SharedTables>): Promise<string | undefined> {
  const served = db.selectFrom('publish_settings').select('value').where('key', '=', 'served')
  const row = await served.executeTakeFirst()
  return row && (JSON.parse(row.value) as ServedRelease).id
}

async function markServed(db: Kysely<SharedTables>, { id, version, build }: ServedRelease): Promise<void> {
  const value = JSON.stringify({ id, version, build })
  await db
    .insertInto('publish_settings')
    .values({ key: 'served', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
