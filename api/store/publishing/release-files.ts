import { sql, type Kysely, type RawBuilder } from 'kysely'
import { KEPT_RELEASES } from '../../contract/releases.ts'
import type { Database } from '../database/database.ts'
import { databaseNow, lockLease } from '../database/leases.ts'
import type { SharedTables } from '../tables/shared-schema.ts'
import { readContents, storeContents } from './file-contents.ts'
import { createReleases, newest } from './publish-releases.ts'

/** Which release visitors get from all nodes. */
export interface ServedRelease {
  id: string
  /** Counts up where files of it were finished later. */
  version: number
  /** Key of the build that rendered it. */
  build: string
}

/** A release as a node that did not publish it gets it. */
interface StoredRelease {
  manifest: unknown
  /** SHA-256 in hex by path below `DIST_DIR`. */
  files: Record<string, string>
}

/** How a switch leaves the site: pinned to that release, or, with the newest, free to go on. */
export interface SwitchEnd {
  isPinned: boolean
}

/** The files of releases in the database, each content once. */
export interface ReleaseFiles {
  /**
   * Stores a release and has it served, as long as `node` holds the lease and the site is not pinned to another one.
   * Returns whether that was so.
   * @param read gives what is at a path below `DIST_DIR`
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
   * Has a stored release served, and pins the site there or lets it go. Nothing changes where it is
   * free already and a later one is served. Returns what is served now, or undefined if this one is not stored.
   */
  switchTo(id: string, then: SwitchEnd): Promise<string | undefined>
  find(id: string): Promise<StoredRelease | undefined>
  /** Ids of the stored releases that `prune` would keep. */
  kept(): Promise<string[]>
  /** Ids of the releases in the list that no node stored yet. */
  unstored(): Promise<string[]>
  /** What is kept under these hashes, by hash: as much at a time as is stored in one statement. */
  contents(hashes: readonly string[]): AsyncIterable<Map<string, Uint8Array>>
  /** Forgets releases that the list no longer has, unless one is served or held, and contents that no release has. */
  prune(): Promise<void>
}

/** What was just stored may not be part of a release yet. */
const UNUSED_MS = 3_600_000

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

/** Stores a release and has it served, unless another node holds the lease or the site is pinned. Whether it did. */
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
  // One that is about to serve a new release waits, and sees then that the site is pinned.
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

/** Records outlast files: of the releases that are known, the list has the newest alone. */
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
