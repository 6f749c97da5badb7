import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newSiteFolder, removeSiteFolder, startOwnSite } from '../../support/own-site.ts'
import { contactPost, waitlistPost } from '../support/posts.ts'
import { postgresFolder, startPostgres, type Postgres } from '../support/postgres.ts'
import { newStore } from '../support/stores.ts'
import { openPreviewFile } from '../../../api/store/shares.ts'
import { openPublishFile, publishStore } from '../../../api/store/publish-store.ts'
import { expectRecords, keyIn, writeRecords } from '../support/records.ts'
import { sharedDatabase } from '../../../api/store/shared-database.ts'
import { openStore } from '../../../api/store/store.ts'
import { localDataset } from '../../../studio/cli/content/datasets.ts'

// Servers start, on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const root = path.join(import.meta.dirname, '../../..')
const folders: string[] = []
afterAll(() => folders.forEach(removeSiteFolder))

function newFolder(): string {
  const folder = newSiteFolder()
  folders.push(folder)
  return folder
}

/** Runs the command on a folder of a server's. */
async function run(command: 'backup' | 'restore', folder: string, args: string[], databaseUrl = '') {
  const env = {
    ...process.env,
    DATA_DIR: path.join(folder, 'data'),
    DIST_DIR: path.join(folder, 'dist'),
    DATABASE_URL: databaseUrl,
  }
  return promisify(execFile)(process.execPath, [`api/cli/${command}.ts`, ...args], { cwd: root, env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  )
}

async function served(url: string, at: string): Promise<string> {
  return (await fetch(url + at)).text()
}

/** The ids of the transactions that changed a document. */
async function historyOf(url: string): Promise<string[]> {
  const lines = await served(url, '/v2025-02-19/data/history/production/transactions/about')
  return lines
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id)
}

/** When the versions were made that the site can go back to, and of what. */
async function versionsOf(url: string): Promise<unknown[]> {
  const answer = await fetch(`${url}/api/releases`)
  const { releases } = (await answer.json()) as { releases: { at: string; documents: string[] }[] }
  return releases.map(({ at, documents }) => [at, documents])
}

const PROGRAM = 'tests/faults/support/site-process.ts'
/** The launch content is from long ago, and a start forgets what is older than this. */
const SETTINGS = { HISTORY_DAYS: '3650' }

test('what a running server holds is back elsewhere after a total loss', async () => {
  const from = newFolder()
  const site = await startOwnSite(from, PROGRAM, SETTINGS)
  const { client } = localDataset(site.url, {})
  const title = 'Written before the loss'
  await client.patch('about').set({ title }).commit()
  const file = await client.assets.upload('file', Buffer.from('a file of an editor'), { filename: 'a.txt' })
  await expect.poll(() => served(site.url, '/about'), { timeout: 60_000 }).toContain(title)
  const shared = await fetch(`${site.url}/api/preview/shares`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ perspective: 'drafts', path: '/about' }),
  })
  const { url: link } = (await shared.json()) as { url: string }
  const versions = await versionsOf(site.url)
  const history = await historyOf(site.url)
  expect(versions.length).toBeGreaterThan(1)

  const archive = path.join(newFolder(), 'backup.tar.gz')
  const made = await run('backup', from, [archive])
  expect(made).toMatchObject({ code: 0, said: expect.stringMatching(/^\d+ files are in /u) })
  expect(statSync(archive).mode & 0o777).toBe(0o600)
  expect(readdirSync(path.join(from, 'data')).filter((name) => name.startsWith('.backup'))).toEqual([])
  expect(await run('restore', from, [archive])).toMatchObject({
    code: 1,
    said: expect.stringContaining('is in use by process'),
  })
  await site.kill()
  removeSiteFolder(from)

  const to = newFolder()
  expect(await run('restore', to, [archive])).toMatchObject({ code: 0, said: expect.any(String) })
  const again = await startOwnSite(to, PROGRAM, SETTINGS)
  expect(await served(again.url, '/about')).toContain(title)
  expect(await localDataset(again.url, {}).client.fetch('*[_id == "about"][0].title')).toBe(title)
  expect(await served(again.url, new URL(file.url).pathname)).toBe('a file of an editor')
  expect(await historyOf(again.url)).toEqual(history)
  expect((await fetch(new URL(new URL(link, again.url).pathname, again.url))).status).toBe(200)
  expect(await versionsOf(again.url)).toEqual(expect.arrayContaining(versions))

  await again.kill()
  const refused = await run('restore', to, [archive])
  expect(refused).toMatchObject({
    code: 1,
    said: expect.stringContaining('add --replace to move that aside'),
  })
  const replaced = await run('restore', to, [archive, '--replace'])
  expect(replaced).toMatchObject({ code: 0, said: expect.stringContaining('before-restore-') })
})

const FAR = Date.UTC(2099, 0)

/** Takes Ada in, who has a session, and a link besides. */
async function signIn({ call }: ReturnType<typeof newStore>): Promise<void> {
  const wish = { name: 'Ada', email: 'ada@example.com', role: 'administrator' } as const
  const personId = (await call('invite', wish, 'test', 1))?.id ?? ''
  await call('addLink', { hash: 'used', personId, expiresAt: FAR }, '', 1)
  await call('takeLink', { link: 'used', session: 'session', expiresAt: FAR }, 1)
  await call('addLink', { hash: 'unused', personId, expiresAt: FAR }, '', 1)
}

describe('submissions', () => {
  let from: string
  let archive: string
  beforeAll(async () => {
    from = newFolder()
    mkdirSync(path.join(from, 'data'))
    const store = newStore(path.join(from, 'data'))
    await store.submit(waitlistPost())
    await store.submit(contactPost('n1'))
    await signIn(store)
    await writeRecords(path.join(from, 'data'))
    archive = path.join(from, 'backup.tar.gz')
    // While the store is open, as a server has it.
    expect(await run('backup', from, [archive])).toMatchObject({ code: 0, said: expect.any(String) })
    await store.close()
  })

  test('are back in a new folder, with what has been delivered and what has not', async () => {
    const to = newFolder()
    expect(await run('restore', to, [archive])).toMatchObject({
      code: 0,
      said: expect.stringContaining('revoke first who was revoked since'),
    })
    const store = newStore(path.join(to, 'data'))
    expect(await store.call('people')).toMatchObject([{ name: 'Ada' }])
    expect(await store.call('sessionPerson', ['session'], 1)).toBeUndefined()
    expect(
      await store.call('takeLink', { link: 'unused', session: 'another', expiresAt: FAR }, 1),
    ).toBeUndefined()
    expect(await store.call('countEntries')).toEqual({ waitlist: 1, contact: 1, joined: 1 })
    expect(await store.call('outboxStats')).toHaveLength(2)
    await store.close()
  })

  test('a damaged archive restores nothing, and says which file it is', async () => {
    const damaged = path.join(newFolder(), 'damaged.tar.gz')
    const bytes = gunzipSync(readFileSync(archive))
    const at = bytes.indexOf('ada@example.com')
    expect(at).toBeGreaterThan(0)
    bytes[at] = 'E'.charCodeAt(0)
    writeFileSync(damaged, gzipSync(bytes))
    const to = newFolder()
    const { code, said } = await run('restore', to, [damaged])
    expect(code).toBe(1)
    expect(said).toBe(`${damaged} is damaged: data/submissions.sqlite. Nothing was restored.\n`)
    expect(readdirSync(path.join(to, 'data')).filter((name) => !name.startsWith('lake.'))).toEqual([])

    writeFileSync(damaged, readFileSync(archive).subarray(0, 2_000))
    expect((await run('restore', to, [damaged])).code).toBe(1)
    writeFileSync(damaged, 'no archive at all')
    expect((await run('restore', to, [damaged])).code).toBe(1)
    expect(existsSync(path.join(to, 'data/submissions.sqlite'))).toBe(false)
  })

  test('a backup that was cut off leaves no copies behind unseen', async () => {
    const stage = path.join(from, 'data/.backup')
    mkdirSync(stage)
    const cutOff = await run('backup', from, [`${archive}3`])
    expect(cutOff).toMatchObject({ code: 1, said: expect.stringContaining(`If none is, remove ${stage}`) })
    expect(existsSync(`${archive}3`)).toBe(false)
    rmdirSync(stage)
  })

  test('what exists is not written over, and what is missing is named', async () => {
    expect(await run('backup', from, [archive])).toMatchObject({
      code: 1,
      said: expect.stringContaining('exists already: name another one'),
    })
    expect(await run('backup', path.join(tmpdir(), 'nowhere'), [`${archive}2`])).toMatchObject({
      code: 1,
      said: expect.stringContaining('set DATA_DIR as the server has it'),
    })
    expect(await run('restore', from, [mkdtempSync(path.join(tmpdir(), 'none-')) + '/x'])).toMatchObject({
      code: 1,
      said: expect.stringContaining('There is no file'),
    })
    expect((await run('backup', from, [])).said).toContain('Usage: npm run backup -- FILE')
  })

  describe.skipIf(postgresFolder === undefined)('in Postgres (needs Postgres)', () => {
    let postgres: Postgres
    beforeAll(async () => {
      postgres = await startPostgres()
    })
    afterAll(() => postgres.stop())

    test('of a server that had none yet are taken over, with all else that nodes share', async () => {
      const database = await postgres.newDatabase()
      const data = path.join(from, 'data')
      const [one, other] = [sharedDatabase(database, data), sharedDatabase(database, data)]
      await Promise.all([publishStore(one).releases.list(), publishStore(other).releases.list()])
      await expectRecords(one, other)
    })

    test('go there from a file, come back from there, and never on top of others', async () => {
      const [one, two] = [await postgres.newDatabase(), await postgres.newDatabase()]
      expect(await run('restore', newFolder(), [archive], one)).toMatchObject({
        code: 0,
        said: expect.any(String),
      })
      const key = await keyIn(openPreviewFile(path.join(from, 'data')))
      const again = path.join(newFolder(), 'again.tar.gz')
      const other = newFolder()
      mkdirSync(path.join(other, 'data'))
      await newStore(path.join(other, 'data')).close()
      expect(await run('backup', other, [again], one)).toMatchObject({ code: 0, said: expect.any(String) })
      expect(await run('restore', newFolder(), [again], two)).toMatchObject({
        code: 0,
        said: expect.any(String),
      })
      const store = openStore({
        dataDir: '',
        databaseUrl: two,
        synchronous: 'full',
        onFault: () => undefined,
      })
      expect(await store.call('countEntries')).toEqual({ waitlist: 1, contact: 1, joined: 1 })
      expect(await store.call('waitlistPage', { after: '', limit: 9 })).toMatchObject([
        { email: 'ada@example.com' },
      ])
      await store.close()
      const shared = sharedDatabase(two, tmpdir())
      expect(await keyIn(shared)).toEqual(key)
      await expectRecords(sharedDatabase(two, tmpdir()), sharedDatabase(two, tmpdir()))
      const alone = newFolder()
      expect(await run('restore', alone, [again])).toMatchObject({ code: 0, said: expect.any(String) })
      const data = path.join(alone, 'data')
      await expectRecords(
        openPreviewFile(data),
        openPublishFile(data, () => undefined),
      )
      expect(await run('restore', newFolder(), [again], two)).toMatchObject({
        code: 1,
        said: expect.stringContaining('holds submissions already'),
      })
    })
  })
})
