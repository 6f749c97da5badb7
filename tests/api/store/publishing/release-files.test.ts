import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { KEPT_RELEASES } from '../../../../api/contract/releases.ts'
import { fromPostgres } from '../../../../api/store/copy-records.ts'
import { takeLease } from '../../../../api/store/database/leases.ts'
import { sharedDatabase } from '../../../../api/store/database/shared-database.ts'
import { createReleases } from '../../../../api/store/publishing/publish-releases.ts'
import { createReleaseFiles } from '../../../../api/store/publishing/release-files.ts'
import { postgresFolder } from '../../support/postgres.ts'
import { withPostgres } from '../../support/with-postgres.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Ids sort in the order in which releases were made. */
const idOf = (count: number): string => `2025-${String(count).padStart(3, '0')}`
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'release-files-'))

describe.skipIf(postgresFolder === undefined)('files of releases in PostgreSQL (needs Postgres)', () => {
  const postgres = withPostgres()

  /** As many releases as are given, each with a page of its own and a style that all have. */
  async function newReleases(count: number) {
    const url = await postgres().newDatabase()
    const database = sharedDatabase(url, newFolder())
    onTestFinished(() => database.close())
    const files = createReleaseFiles(database)
    const releases = createReleases(database.query)
    const ids = Array.from({ length: count }, (_, at) => idOf(at))
    for (const id of ids) {
      const texts: Record<string, string> = {
        [`releases/${id}/index.html`]: id,
        [`releases/${id}/style.css`]: 'the same',
        'good/documents.json': `documents of ${id}`,
      }
      const hashes = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, hashOf(text)]))
      await files.store({ id, build: 'b', manifest: { id }, files: hashes }, (name) =>
        Promise.resolve(Buffer.from(texts[name] ?? '')),
      )
      await releases.put({ id, at: '', cause: 'publish', by: [], documents: [], tookMs: 1 })
    }
    const stored = async () =>
      (await database.query((db) => db.selectFrom('release_files').select('id').execute())).map(
        ({ id }) => id,
      )
    return { url, database, files, releases, ids, stored }
  }

  test('go with the list, though their records stay, unless one is served or held', async () => {
    const { database, files, releases, ids, stored } = await newReleases(KEPT_RELEASES + 4)
    expect(await files.switchTo(idOf(1), { isPinned: true })).toBe(idOf(1))
    await releases.pin(idOf(2))
    await database.query((db) => db.updateTable('file_contents').set({ created_at: 0 }).execute())
    await files.prune()
    expect((await stored()).toSorted()).toEqual([idOf(1), idOf(2), ...ids.slice(4)])
    expect(await releases.history()).toHaveLength(ids.length)
    const contents = await database.query((db) => db.selectFrom('file_contents').select('hash').execute())
    const hashes = contents.map(({ hash }) => hash)
    expect(hashes).toEqual(expect.arrayContaining([idOf(1), idOf(2), idOf(4), 'the same'].map(hashOf)))
    expect(hashes).not.toContain(hashOf(idOf(0)))
    expect(hashes).not.toContain(hashOf(idOf(3)))
  })

  test('are not pruned that an old release left and a new one takes up at the same time', async () => {
    const { database, files } = await newReleases(1)
    const text = 'as it was before'
    const hash = hashOf(text)
    await database.query((db) =>
      db
        .insertInto('file_contents')
        .values({ hash, bytes: Buffer.from(text), created_at: 0 })
        .execute(),
    )
    const pruning = createReleaseFiles({
      query: database.query,
      transaction: async (work) => {
        await files.prune()
        return database.transaction(work)
      },
    })
    await database.query((db) => takeLease(db, 'publisher', { node: 'node', leaseMs: 60_000 }))
    const release = { id: idOf(9), build: 'b', manifest: {}, files: { 'index.html': hash } }
    expect(await pruning.share('node', release, () => expect.fail('It is stored.'))).toBe(true)
    const kept: string[] = []
    for await (const contents of files.contents([hash])) kept.push(...contents.keys())
    expect(kept).toEqual([hash])
  })

  test('are not missed of a release that the list no longer has', async () => {
    const { database, files } = await newReleases(KEPT_RELEASES + 2)
    await database.query((db) =>
      db
        .deleteFrom('release_files')
        .where('id', 'in', [idOf(0), idOf(5)])
        .execute(),
    )
    expect(await files.unstored()).toEqual([idOf(5)])
  })

  test('are in a copy as far as they are kept and whole, and not there yet', async () => {
    const { url, database, ids } = await newReleases(KEPT_RELEASES + 3)
    await database.query((db) =>
      db
        .deleteFrom('file_contents')
        .where('hash', '=', hashOf(idOf(5)))
        .execute(),
    )
    const [folder, site] = [newFolder(), newFolder()]
    mkdirSync(path.join(site, 'releases', idOf(6)), { recursive: true })
    await fromPostgres(url, folder, site)

    expect(readdirSync(path.join(site, 'releases')).toSorted()).toEqual(
      ids.slice(3).filter((id) => id !== idOf(5)),
    )
    expect(existsSync(path.join(site, 'manifests', `${idOf(5)}.json`))).toBe(false)
    const copied = (name: string) => readFileSync(path.join(site, name), 'utf8')
    for (const id of [idOf(3), idOf(7)]) {
      expect(copied(`releases/${id}/index.html`)).toBe(id)
      expect(copied(`releases/${id}/style.css`)).toBe('the same')
      expect(JSON.parse(copied(`manifests/${id}.json`))).toEqual({ id })
    }
    expect(readdirSync(path.join(site, 'releases', idOf(6)))).toEqual([])
    expect(existsSync(path.join(site, 'good'))).toBe(false)
    expect(existsSync(path.join(folder, 'publishes.db'))).toBe(true)
  })
})
