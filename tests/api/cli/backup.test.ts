import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { ReleaseList } from '../../../api/contract/publishing.ts'
import { localDataset } from '../../../studio/cli/content/datasets.ts'
import { canMount, mountSmallDisk } from '../../faults/support/small-disk.ts'
import { newBuiltSite, SITE_PROCESS } from '../../support/built-site.ts'
import { removeSiteFolder, startOwnSite } from '../../support/own-site.ts'
import { newFolder, removeFolders, run } from '../support/backups.ts'
import { waitlistPost } from '../support/posts.ts'
import { newStore } from '../support/stores.ts'
import { madeOf } from '../support/versions.ts'

// Servers start, on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

afterAll(removeFolders)

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

async function versionsOf(url: string): Promise<unknown[]> {
  return madeOf((await (await fetch(`${url}/api/releases`)).json()) as ReleaseList)
}

/** The launch content is from long ago, and a start forgets what is older than this. */
const SETTINGS = { HISTORY_DAYS: '3650' }

test('a running server is restored on another machine after a total loss', async () => {
  const from = await newBuiltSite()
  onTestFinished(() => removeSiteFolder(from))
  const site = await startOwnSite(from, SITE_PROCESS, SETTINGS)
  onTestFinished(() => site.kill())
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
  const restored = await run('restore', to, [archive])
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Links to drafts') })
  const again = await startOwnSite(to, SITE_PROCESS, SETTINGS)
  onTestFinished(() => again.kill())
  expect(await served(again.url, '/about')).toContain(title)
  expect(await localDataset(again.url, {}).client.fetch('*[_id == "about"][0].title')).toBe(title)
  expect(await served(again.url, new URL(file.url).pathname)).toBe('a file of an editor')
  expect(await historyOf(again.url)).toEqual(history)
  // One that was revoked after the backup would work again.
  expect((await fetch(new URL(new URL(link, again.url).pathname, again.url))).status).toBe(410)
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

test('a folder without a server’s data is refused, with the missing files named', async () => {
  const from = newFolder()
  const data = path.join(from, 'data')
  mkdirSync(data)
  const archive = path.join(from, 'backup.tar.gz')
  expect(await run('backup', from, [archive])).toEqual({
    code: 1,
    said: `No server keeps anything in ${data}: set DATA_DIR as the server has it. Nothing was backed up.\n`,
    warned: '',
  })
  expect([existsSync(archive), readdirSync(data)]).toEqual([false, []])

  const store = newStore(data)
  await store.submit(waitlistPost())
  await store.close()
  const { code, warned } = await run('backup', from, [archive])
  expect([code, warned]).toEqual([
    0,
    expect.stringContaining(`Content is not in it: there is no ${data}/lake.db.`),
  ])
  expect(warned).not.toContain('Submissions')
})

test.skipIf(!canMount)('a full disk is named, and no part of the backup is left on it', async () => {
  const from = newFolder()
  const data = path.join(from, 'data')
  const disk = mountSmallDisk(data, 1)
  onTestFinished(() => disk.remove())
  const store = newStore(data)
  // As beside a running server.
  onTestFinished(() => store.close())
  await store.submit(waitlistPost())
  disk.fill()
  const archive = path.join(from, 'backup.tar.gz')
  const { code, said } = await run('backup', from, [archive])
  expect([code, said]).toEqual([
    1,
    `Nothing was backed up: the disk of ${data}, where copies are made first, or that of ${archive} is full: free some space.\n`,
  ])
  expect(readdirSync(data).filter((name) => name.startsWith('.backup'))).toEqual([])
})
