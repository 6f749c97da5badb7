import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { openFile } from '../../../../api/store/database/sqlite-file.ts'
import { openPublishFile, publishStore } from '../../../../api/store/publishing/publish-store.ts'
import { createShares, openPreviewFile } from '../../../../api/store/shares.ts'
import { openStore } from '../../../../api/store/store.ts'
import { locksOn, showsLocks } from '../../../support/locks.ts'
import { waitlistPost } from '../../support/posts.ts'
import { page } from '../../support/store-kinds.ts'

const hook = { key: 'k', document: 'home', revision: 'r1', publishedAt: '', receivedAt: 1 }
const share = { shows: 'drafts', path: '/', recipient: '', createdAt: 1, expiresAt: 2 }

/** Fills a store whose log is folded into its file, as after a stop. */
async function fill(dataDir: string): Promise<void> {
  const publishes = openPublishFile(dataDir, unexpected)
  await publishStore(publishes).transaction(async ({ hooks }) => {
    for (let count = 0; count < 500; count += 1) await hooks.add({ ...hook, key: `k${count}` })
  })
  await publishes.close()
  const previews = openPreviewFile(dataDir, unexpected)
  const shares = createShares(previews)
  for (let count = 0; count < 200; count += 1) await shares.add(`token ${count}`, share)
  await previews.close()
}

function unexpected(message: string): never {
  throw new Error(message)
}

/** Opens both stores and uses them. Returns what was said of them. */
async function use(dataDir: string): Promise<string[]> {
  const said: string[] = []
  const publishes = openPublishFile(dataDir, (message) => said.push(message))
  const { hooks } = publishStore(publishes)
  expect(await hooks.add(hook)).toBe(true)
  expect((await hooks.pending()).length).toBeGreaterThan(0)
  await publishes.close()
  const previews = openPreviewFile(dataDir, (message) => said.push(message))
  const shares = createShares(previews)
  expect(await shares.key()).toHaveLength(32)
  expect(await shares.add('token', share)).toMatchObject(share)
  await previews.close()
  return said
}

const damages: [string, (file: string) => void][] = [
  ['is no database', (file) => writeFileSync(file, 'Not a database. '.repeat(1_000))],
  ['is half gone', (file) => truncateSync(file, Math.floor(statSync(file).size / 2 / 4096) * 4096)],
  [
    'has garbage inside',
    (file) => {
      const bytes = readFileSync(file)
      writeFileSync(file, bytes.fill(0x5a, 4096, Math.min(bytes.length, 24_576)))
    },
  ],
]

test.each(damages)('a file that %s is named and kept beside a new one', async (_, damage) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'stores-'))
  await fill(dataDir)
  for (const name of ['publishes.db', 'previews.sqlite']) damage(path.join(dataDir, name))
  const said = await use(dataDir)
  expect(said).toHaveLength(2)
  expect(said[0]).toContain(`${path.join(dataDir, 'publishes.db')} is damaged and was moved to`)
  expect(said[1]).toContain(`${path.join(dataDir, 'previews.sqlite')} is damaged and was moved to`)
  const names = readdirSync(dataDir)
  for (const name of ['publishes.db', 'previews.sqlite'])
    expect(names.filter((one) => one.startsWith(`${name}.damaged-`))).toHaveLength(1)
  // At the next start the new files are opened.
  const again = openPublishFile(dataDir, unexpected)
  expect(await publishStore(again).hooks.pending()).toHaveLength(1)
  await again.close()
})

test('sound files are opened as they are', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'stores-'))
  await fill(dataDir)
  expect(await use(dataDir)).toEqual([])
  const { hooks } = publishStore(openPublishFile(dataDir, unexpected))
  expect(await hooks.pending()).toHaveLength(501)
})

test('a file of a newer version is left as it is, and said to be one', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'stores-'))
  await openPublishFile(dataDir, unexpected).close()
  const database = new DatabaseSync(path.join(dataDir, 'publishes.db'))
  database.exec('pragma user_version = 99')
  database.close()
  expect(() => openPublishFile(dataDir, unexpected)).toThrow(/newer version/u)
  expect(readdirSync(dataDir).filter((name) => name.includes('damaged'))).toEqual([])
})

test.skipIf(!showsLocks)('the thread that writes keeps its lock while editors read beside it', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'stores-'))
  const store = openStore({ dataDir, databaseUrl: undefined, synchronous: 'full', onFault: vi.fn() })
  await store.submit(waitlistPost())
  const file = path.join(dataDir, 'submissions.sqlite')
  expect(locksOn(file)).not.toEqual([])
  expect(await store.call('waitlistPage', page)).toHaveLength(1)
  expect(locksOn(file)).not.toEqual([])
  await store.close()
})

/** What this process has open at the moment, as Linux tells it. */
function openNow(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)]
    } catch {
      // The descriptor that the folder was listed through is closed by now.
      return []
    }
  })
}

test.skipIf(process.platform !== 'linux')('a large insert leaves nothing outside of the data folder', () => {
  const database = openFile(path.join(mkdtempSync(path.join(tmpdir(), 'stores-')), 'entries.sqlite'), 'full')
  const seen: string[] = []
  database.function('look', () => {
    seen.push(...openNow())
    return null
  })
  database.exec('create table entry (key text primary key, text)')
  const insert = database.prepare(
    `with recursive row (n) as (select 1 union all select n + 1 from row where n < 2000)
      insert into entry select hex(randomblob(16)), case when n = 2000 then look() end from row`,
  )
  insert.run()
  // It changes pages that are there, which SQLite keeps until the statement has ended.
  database.exec('begin')
  insert.run()
  database.exec('commit')
  database.close()
  expect(seen.filter((file) => file.endsWith('entries.sqlite'))).toHaveLength(2)
  expect(seen.filter((file) => file.includes('etilqs'))).toEqual([])
})
