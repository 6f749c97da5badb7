import { once } from 'node:events'
import { utimes } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { root } from '../support/lake.ts'
import { listenHere } from '../support/listen.ts'
import { newSiteFolder, removeSiteFolder, startOwnSite } from '../support/own-site.ts'

/** An empty content lake that counts who follows it. */
async function followedLake() {
  const followers = { now: 0, ever: 0 }
  const lake = createServer((request, response) => {
    if (!request.url?.includes('/data/listen/')) return response.end('{"result":[]}')
    followers.now++
    followers.ever++
    void once(response, 'close').then(() => followers.now--)
    return response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .write('event: welcome\ndata: {}\n\n')
  })
  return { url: await listenHere(lake), followers }
}

test('while developing, one reader follows the drafts, however often Vite restarts', async () => {
  const { url, followers } = await followedLake()
  const folder = newSiteFolder()
  const site = await startOwnSite(folder, 'tests/faults/support/dev-process.ts', { LAKE_URL: url })
  onTestFinished(async () => {
    await site.kill()
    removeSiteFolder(folder)
  })
  await fetch(site.url)
  await eventually(() => expect(followers).toEqual({ now: 1, ever: 1 }))
  await utimes(path.join(root, 'web/theme/tokens.ts'), new Date(), new Date())
  await eventually(async () => {
    await fetch(site.url)
    expect(followers.ever).toBeGreaterThan(1)
  })
  await eventually(() => expect(followers.now).toBe(1))
}, 120_000)
