import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import type { Manifest, Renderer } from '../../../api/publishing/renderer.ts'
import { createReplicas } from '../../../api/publishing/replicas.ts'
import type { Database } from '../../../api/store/database/database.ts'
import { takeLease } from '../../../api/store/database/leases.ts'
import { sharedDatabase } from '../../../api/store/database/shared-database.ts'
import { readNodeState } from '../../../api/store/publishing/node-state.ts'
import { createReleases } from '../../../api/store/publishing/publish-releases.ts'
import { createReleaseFiles } from '../../../api/store/publishing/release-files.ts'
import type { SharedTables } from '../../../api/store/tables/shared-schema.ts'
import { keepManifest, writePublicManifest } from '../../../web/publisher/release/manifest.ts'
import { clearStages } from '../../../web/publisher/release/stage.ts'
import { switchTo } from '../../../web/publisher/release/switch.ts'
import * as bundle from '../../../web/publisher/renderer.ts'
import { eventually } from '../../support/eventually.ts'
import { postgresFolder } from '../support/postgres.ts'
import { withPostgres } from '../support/with-postgres.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const [broken, first, second, third] = [
  '20251031T110000000Z-z',
  '20251031T120000000Z-a',
  '20251031T120000001Z-b',
  '20251031T120000002Z-c',
] as const

describe.skipIf(postgresFolder === undefined)('releases on one PostgreSQL (needs Postgres)', () => {
  const postgres = withPostgres()

  /** Two nodes: one published the releases, the other has nothing yet. */
  async function newNodes(...ids: string[]) {
    const database = sharedDatabase(await postgres().newDatabase(), newFolder())
    const [leader, follower] = [newNode(database), newNode(database)]
    await database.query((db) => takeLease(db, 'publisher', { node: 'leader', leaseMs: 600_000 }))
    for (const id of ids) await leader.replicas.share('leader', await publish(leader.dist, id))
    const state = async () => {
      const { served, pinned } = await database.query(readNodeState)
      return { served: served?.id, pinned }
    }
    return { database, leader, follower, state }
  }

  test('going back pins the site in the same transaction, and going forward unpins it', async () => {
    const { leader, follower, state, database } = await newNodes(first, second)
    expect(await follower.replicas.switchTo(first, { isPinned: true })).toMatchObject({ id: first })
    expect(await state()).toEqual({ served: first, pinned: first })
    expect(await follower.serves()).toBe(first)
    const later = await publish(leader.dist, third)
    await expect(leader.replicas.share('leader', later)).rejects.toThrow(/taken back/u)

    await follower.replicas.switchTo(second, { isPinned: false })
    expect(await state()).toEqual({ served: second, pinned: undefined })
    await leader.replicas.share('leader', later)
    // Another editor chose the newest before that one was there.
    expect(await follower.replicas.switchTo(second, { isPinned: false })).toMatchObject({ id: third })
    expect(await state()).toEqual({ served: third, pinned: undefined })
    await database.close()
  })

  test('releases from before a node joined others are there for all', async () => {
    const { leader, follower, database } = await newNodes(second)
    await publish(leader.dist, broken)
    await publish(leader.dist, first)
    // Of the third, its manifest alone is left.
    await keepManifest(follower.dist, await publish(newFolder(), third))
    const record = { json: '{}' }
    await database.query((db) =>
      db
        .insertInto('releases')
        .values([broken, first, third].map((id) => ({ id, ...record })))
        .execute(),
    )
    await follower.replicas.storeEarlier()
    await expect(follower.replicas.switchTo(first, { isPinned: true })).rejects.toThrow(/no longer kept/u)
    // One that can't be stored keeps none of the others from it, and is tried again.
    await expect(leader.replicas.storeEarlier()).rejects.toThrow('Its disk fails.')
    await follower.replicas.switchTo(first, { isPinned: true })
    expect(await follower.serves()).toBe(first)
    await expect(follower.replicas.switchTo(third, { isPinned: true })).rejects.toThrow(/no longer kept/u)
    expect(await follower.serves()).toBe(first)
    await database.close()
  })

  test('releases fetched and taken at once are whole, and no publish deletes them', async () => {
    const { follower, database } = await newNodes(first, second)
    const { replicas, dist } = follower
    const progress = { isDone: false }
    const fetched = [
      replicas.fetch(first),
      replicas.take(second),
      replicas.fetch(first),
      replicas.fetch(second),
    ]
    const done = Promise.all(fetched).finally(() => (progress.isDone = true))
    while (!progress.isDone) await clearStages(dist)
    await done
    for (const id of [first, second])
      expect(await readFile(path.join(follower.dist, 'releases', id, 'index.html'), 'utf8')).toContain(id)
    expect(await follower.serves()).toBe(second)
    await database.close()
  })

  test('a large release is fetched in parts, and the parts stay for the next try', async () => {
    const { leader, follower, database } = await newNodes(first)
    const pictures = path.join(leader.dist, 'releases', first, 'images')
    mkdirSync(pictures)
    const size = 900_000
    for (let count = 0; count < 7; count += 1)
      writeFileSync(path.join(pictures, `${count}.webp`), Buffer.alloc(size, count))
    const manifest = (await bundle.readManifest(leader.dist, first)) as Manifest
    await leader.replicas.share('leader', manifest)
    const damaged = database.query((db) =>
      db
        .updateTable('file_contents')
        .set({ bytes: Buffer.from('?') })
        .where('hash', '=', hashOf(Buffer.alloc(size, 6)))
        .execute(),
    )
    await damaged
    await expect(follower.replicas.take(first)).rejects.toThrow(/damaged/u)
    expect(follower.asked.length).toBeGreaterThan(2)
    expect(Math.max(...follower.asked)).toBeLessThanOrEqual(2_000_000)
    expect(await follower.serves()).toBeUndefined()

    const bytes = Buffer.alloc(size, 6)
    await database.query((db) =>
      db.updateTable('file_contents').set({ bytes }).where('hash', '=', hashOf(bytes)).execute(),
    )
    const before = follower.asked.length
    await follower.replicas.take(first)
    const again = follower.asked.slice(before).reduce((sum, came) => sum + came, 0)
    expect(again).toBeLessThanOrEqual(3 * size)
    expect(await readFile(path.join(follower.dist, 'releases', first, 'images/6.webp'))).toEqual(bytes)
    expect((await readdir(follower.dist)).toSorted()).not.toContain('incoming')
    await database.close()
  })

  test('the oldest releases leave a node that never publishes one', async () => {
    const { leader, follower, database } = await newNodes()
    const ids = Array.from({ length: 51 }, (_, count) => `20251031T1200000${count + 10}Z-a`)
    for (const id of ids) await publish(follower.dist, id)
    await leader.replicas.share('leader', await publish(leader.dist, `20251031T120001000Z-b`))
    await follower.replicas.take('20251031T120001000Z-b')
    const left = ['20251031T120001000Z-b', ...ids.slice(2)].toSorted()
    await eventually(async () =>
      expect((await readdir(path.join(follower.dist, 'releases'))).toSorted()).toEqual(left),
    )
    await database.close()
  })

  test('no node switches to an incomplete release', async () => {
    const { follower, state, database } = await newNodes(first, second)
    await database.query((db) => createReleases((work) => work(db)).pin(first))
    await database.query((db) => db.deleteFrom('file_contents').execute())
    await expect(follower.replicas.switchTo(second, { isPinned: false })).rejects.toThrow(
      /not in the database/u,
    )
    expect(await state()).toEqual({ served: second, pinned: first })
    await database.close()
  })
})

function newNode(database: Database<SharedTables>) {
  const dist = newFolder()
  writeFileSync(path.join(dist, 'build.json'), JSON.stringify({ key: 'b' }))
  /** Bytes of what came at once, time by time. */
  const asked: number[] = []
  const renderer: Partial<Renderer> = {
    manifest: (folder, id) =>
      id === undefined ? bundle.currentManifest(folder) : bundle.readManifest(folder, id),
    switchRelease: bundle.switchRelease,
    // No disk fails on request.
    releaseFiles: (at, id) =>
      id === broken ? Promise.reject(new OperationalError('Its disk fails.')) : bundle.releaseFiles(at, id),
    lackingFiles: bundle.lackingFiles,
    keepContents: (at, contents) => {
      asked.push([...contents.values()].reduce((sum, { length }) => sum + length, 0))
      return bundle.keepContents(at, contents)
    },
    removeContents: bundle.removeContents,
    keepRelease: bundle.keepRelease,
    takeRelease: bundle.takeRelease,
  }
  const replicas = createReplicas({
    files: createReleaseFiles(database),
    dist,
    getRenderer: () => Promise.resolve(renderer as Renderer),
  })
  return { dist, replicas, asked, serves: async () => (await bundle.currentManifest(dist))?.id }
}

/** Makes a release with a page of its own, as a publish does. */
async function publish(dist: string, id: string): Promise<Manifest> {
  const manifest: Manifest = {
    id,
    at: '2025-10-31T12:00:00Z',
    build: 'b',
    snapshot: id,
    documents: {},
    pages: { '/': { stamp: id, documents: [], reads: [] } },
    redirects: {},
    held: [],
  }
  const staged = path.join(dist, `.staged-${process.pid}-${id}`)
  mkdirSync(path.join(staged, 'assets'), { recursive: true })
  writeFileSync(path.join(staged, 'assets/client.js'), 'export {}')
  writeFileSync(path.join(staged, 'index.html'), `<h1>${id}</h1>`)
  await keepManifest(dist, manifest)
  await writePublicManifest(staged, manifest)
  await switchTo(staged, dist, manifest)
  return manifest
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'node-'))
}
