import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { createServer as createVite } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { listenHere } from '../../support/listen.ts'
import { newSiteFolder, removeSiteFolder } from '../../support/own-site.ts'

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

/** A Vite of its own configuration, which makes the plugin anew at each restart, as the site's does. */
async function startVite() {
  const folder = newSiteFolder()
  await writeFile(
    path.join(folder, 'vite.config.mjs'),
    `import { devPages } from '../../web/publisher/dev.ts'
    export default { appType: 'custom', logLevel: 'silent', plugins: [devPages()] }`,
  )
  const vite = await createVite({ root: folder, server: { middlewareMode: true, ws: false } })
  const url = await listenHere(createServer((request, response) => vite.middlewares(request, response)))
  onTestFinished(async () => {
    await vite.close()
    removeSiteFolder(folder)
  })
  return { vite, url }
}

test('while developing, one reader follows the drafts, however often Vite restarts', async () => {
  const lake = await followedLake()
  vi.stubEnv('LAKE_URL', lake.url)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { vite, url } = await startVite()
  await fetch(url)
  await eventually(() => expect(lake.followers).toEqual({ now: 1, ever: 1 }))
  await vite.restart()
  await fetch(url)
  await eventually(() => expect(lake.followers).toEqual({ now: 1, ever: 2 }))
})
