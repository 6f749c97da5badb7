import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { publishStore } from '../../../../api/store/publishing/publish-store.ts'
import { newPublishDatabase } from '../../support/stores.ts'

/** The tables and rows of the first version, as it wrote them. */
const FIRST_VERSION = `
  create table hooks (id integer primary key autoincrement, key text not null unique, document text not null,
    revision text, published_at text not null, received_at integer not null, pending integer not null,
    tried integer not null default 0);
  create index hooks_pending on hooks (pending, id);
  create table receipts (id integer primary key autoincrement, document text not null, revision text not null,
    published_at text not null, json text not null, unique (document, revision));
  create table releases (id text primary key, json text not null) without rowid;
  create table settings (key text primary key, value text not null) without rowid;
  pragma user_version = 1;`

const SPOKEN = 'It says "sentence": and "elsewhere": in a text.'
const target = { target: 'bucket', state: 'trying', tookMs: 12, sentence: SPOKEN }
const receipt = {
  documentId: 'home',
  revision: 'r1',
  state: 'held',
  publishedAt: '2025-10-31T12:00:00.000Z',
  tookMs: 40,
  release: '1',
  pages: ['/'],
  faults: [{ sentence: 'title is empty.', path: 'title' }],
  sentence: null,
}
const release = {
  id: '1',
  at: receipt.publishedAt,
  cause: 'publish',
  by: ['Ada'],
  documents: ['home'],
  drawn: 1,
  tookMs: 40,
  elsewhere: [target],
}

test('a store of the first version is read, with what is pending and where the site is held', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'publishes-'))
  const database = new DatabaseSync(path.join(dataDir, 'publishes.db'))
  database.exec(FIRST_VERSION)
  const insert = (table: string, ...values: (string | number)[]) =>
    database.prepare(`insert into ${table} values (${values.map(() => '?').join()})`).run(...values)
  insert('hooks', 7, 'key', 'home', 'r2', receipt.publishedAt, 5, 1, 0)
  insert('receipts', 1, 'home', 'r1', receipt.publishedAt, JSON.stringify(receipt))
  insert('releases', '1', JSON.stringify(release))
  insert('releases', '2', JSON.stringify({ ...release, id: '2', drawn: 0 }))
  insert('settings', 'pinned', '1')
  database.close()

  const file = newPublishDatabase(dataDir)
  const store = publishStore(file)
  const { sentence: _, ...same } = receipt
  expect(await store.receipts.newest('home')).toEqual({
    ...same,
    faults: [{ message: 'title is empty.', path: 'title' }],
    message: null,
  })
  const { elsewhere: __, drawn: ___, ...rest } = release
  const { sentence, ...state } = target
  const kept = { ...rest, deployTargets: [{ ...state, message: sentence }] }
  expect(await store.releases.list()).toEqual([{ ...kept, id: '2', pages: [] }, kept])
  expect(await store.releases.pinned()).toBe('1')
  expect(await store.hooks.pending()).toMatchObject([{ id: 7, key: 'key', document: 'home', revision: 'r2' }])
  await file.close()
})

test('the newest 50 releases are listed, and 500 are remembered', async () => {
  const file = newPublishDatabase(mkdtempSync(path.join(tmpdir(), 'publishes-')))
  const { releases } = publishStore(file)
  const { elsewhere: _, cause: __, drawn: ___, ...known } = release
  for (let count = 1; count <= 502; count += 1)
    await releases.put({ ...known, cause: 'publish', id: String(count).padStart(3, '0') })
  const listed = await releases.list()
  expect([listed.length, listed[0]?.id, listed.at(-1)?.id]).toEqual([50, '502', '453'])
  const history = await releases.history()
  expect([history.length, history[0]?.id, history.at(-1)?.id]).toEqual([500, '502', '003'])
  await file.close()
})

test('finished webhooks are forgotten after eight days, waiting ones are kept, as on a pinned site', async () => {
  const file = newPublishDatabase(mkdtempSync(path.join(tmpdir(), 'publishes-')))
  const { hooks } = publishStore(file)
  const add = (key: string, days: number) =>
    hooks.add({
      key,
      document: key,
      revision: 'r1',
      publishedAt: receipt.publishedAt,
      receivedAt: days * 86_400_000,
    })
  await add('finished', 0)
  const [{ id } = { id: 0 }] = await hooks.pending()
  await hooks.finish([id])
  await add('waiting', 0)
  expect(await add('finished', 8)).toBe(false)
  await add('later', 9)
  expect((await hooks.pending()).map(({ key }) => key)).toEqual(['waiting', 'later'])
  expect([await add('waiting', 9), await add('finished', 9)]).toEqual([false, true])
  await file.close()
})
