import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createApp } from '../../../api/http/app.ts'
import { createMissingPaths } from '../../../api/http/missing-paths.ts'
import { followRelease } from '../../../api/http/release.ts'
import { missingPathStore } from '../../../api/store/missing-paths.ts'
import { makeSiteRoot, switchRelease } from '../support/site-folder.ts'
import { newMissingPathDatabase } from '../support/stores.ts'

const DAY_MS = 86_400_000

function refuse(fault: unknown): never {
  throw new Error(String(fault))
}

async function anyEditor() {
  return { name: 'Ada', role: 'editor' as const }
}

function noEditor(): Promise<never> {
  return Promise.reject(new Error('no editor'))
}

/** A site that counts, and a clock to turn. */
function serve() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'missing-'))
  const clock = { time: Date.UTC(2026, 0, 31, 12) }
  const open = () =>
    createMissingPaths(missingPathStore(newMissingPathDatabase(dataDir)), refuse, () => clock.time)
  const site = { paths: open(), checkEditor: anyEditor }
  const root = makeSiteRoot()
  const app = createApp({
    siteUrl: undefined,
    isReady: () => true,
    release: followRelease(path.join(root, 'dist/site')),
    missingPaths: site,
  })
  const ask = async (target: string, method = 'GET') =>
    app.fetch(new Request(`http://localhost${target}`, { method }), {})
  return {
    dataDir,
    root,
    clock,
    ask,
    listed: async (): Promise<unknown> => (await ask('/api/missing-paths')).json(),
    reopen: async () => {
      await site.paths.close()
      return open()
    },
  }
}

test('counts missing paths by path alone, until something answers there', async () => {
  const { ask, listed, root } = serve()
  for (const target of ['/old-page', '/Old-Page/?utm=mail#a', '/old-page.html', '/2019/webinar', '/a.pdf'])
    expect((await ask(target)).status).toBe(404)
  await ask('/platform')
  await ask('/old-page', 'HEAD')
  expect(await listed()).toEqual([
    { path: '/old-page', count: 3 },
    { path: '/2019/webinar', count: 1 },
    { path: '/a.pdf', count: 1 },
  ])
  const redirects = { '/old-page': '/platform' }
  switchRelease(root, 'r2', {
    '404.html': '<h1>Nothing</h1>',
    '2019/webinar.html': '<h1>Back</h1>',
    'release.json': JSON.stringify({ redirects }),
  })
  expect(await listed()).toEqual([{ path: '/a.pdf', count: 1 }])
})

let leftOut: ReturnType<typeof serve> | undefined
test.each([
  '/wp-login.php',
  '/wp-admin/setup',
  '/blog/wp-includes/x',
  '/.env',
  '/.git/config',
  '/index.asp',
  '/phpmyadmin',
  '/admin/login',
  '/assets/client-0.js',
  '/favicon.ico',
  '/not-found',
  '/studio-old/../api/x',
  '/unsubscribe/jane@example.com',
  '/unsubscribe/jane%40example.com',
  '/reset/0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e',
  '/orders/20260131001',
  `/${'long-'.repeat(30)}`,
  '/two//slashes',
  '/back%5Cslash',
  '/bell%07',
  '/old%23',
  '/old%3Fpage',
])('leaves out %s, which is no page that was', async (target) => {
  // One store for all: each begins with nothing.
  const { ask, listed } = (leftOut ??= serve())
  await ask(target)
  expect(await listed()).toEqual([])
})

test('keeps a week across restarts, with a bounded number of rows', async () => {
  const { ask, clock, dataDir, reopen } = serve()
  await ask('/old')
  const again = await reopen()
  clock.time += 6 * DAY_MS
  again.count('/old')
  expect(await again.lastWeek()).toEqual([{ path: '/old', count: 2 }])
  clock.time += DAY_MS
  expect(await again.lastWeek()).toEqual([{ path: '/old', count: 1 }])

  again.count('/old')
  again.count('/old')
  for (let round = 0; round < 4; round += 1) {
    for (let page = 0; page < 1_500; page += 1) again.count(`/random-${round}-${page}`)
    await again.lastWeek()
  }
  expect((await again.lastWeek())[0]).toEqual({ path: '/old', count: 2 })
  await again.close()
  const database = newMissingPathDatabase(dataDir)
  const rows = await database.query((db) => db.selectFrom('missing_paths').select('path').execute())
  expect(rows).toHaveLength(2_000)
  await database.close()
})

test('is told to editors only', async () => {
  const { dataDir } = serve()
  const paths = createMissingPaths(missingPathStore(newMissingPathDatabase(dataDir)), refuse)
  const heard: unknown[] = []
  const app = createApp({
    siteUrl: undefined,
    isReady: () => true,
    release: () => Promise.resolve(new Map()),
    missingPaths: { paths, checkEditor: noEditor },
    onUnforeseen: (error) => heard.push(error),
  })
  expect((await app.request('/api/missing-paths', {}, {})).status).toBe(500)
  expect(heard).toHaveLength(1)
  expect((await app.request('/api/missing-paths', { method: 'POST' }, {})).status).toBe(405)
})
