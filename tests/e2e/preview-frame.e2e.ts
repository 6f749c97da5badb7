import { chromium, expect, test } from '@playwright/test'
import { createClient } from '@sanity/client'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newBuiltSite, SITE_PROCESS } from '../support/built-site.ts'
import { findChromium } from '../support/chromium.ts'
import { removeSiteFolder, startOwnSite } from '../support/own-site.ts'
import { entryTo } from './support/preview.ts'

/** A page that stands for a Studio on another site: `localhost` is another one than `127.0.0.1`. */
async function startStudio(): Promise<{ server: Server; origin: string; show: (address: string) => void }> {
  let body = ''
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    server,
    origin: `http://localhost:${port}`,
    show: (address) => {
      body = `<iframe src="${address.replaceAll('&', '&amp;')}"></iframe>`
    },
  }
}

test('a Studio of another site shows drafts where the browser blocks third-party cookies', async ({
  launchOptions,
}) => {
  const studio = await startStudio()
  const folder = await newBuiltSite()
  const site = await startOwnSite(folder, SITE_PROCESS, { STUDIO_ORIGIN: studio.origin })
  const browser = await chromium.launch({
    ...launchOptions,
    // One without windows blocks none.
    executablePath: findChromium(),
    args: [...(launchOptions.args ?? []), '--test-third-party-cookie-phaseout'],
  })
  try {
    const client = createClient({
      projectId: 'local',
      dataset: 'production',
      apiHost: site.url,
      apiVersion: '2025-02-19',
      useProjectHostname: false,
      useCdn: false,
      perspective: 'raw',
    })
    const about = await client.getDocument('about')
    await client.createOrReplace({ ...about, _id: 'drafts.about', _type: 'about', title: 'In a frame' })
    studio.show(await entryTo(client, site.url, '/about'))

    const page = await browser.newPage()
    await page.goto(studio.origin)
    const heading = page.frameLocator('iframe').getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('In a frame')
    // That the browser keeps nothing for this frame is seen, not taken from its settings.
    expect(await page.frames()[1]?.evaluate(() => document.hasStorageAccess())).toBe(false)

    await client.patch('drafts.about').set({ title: 'And it follows' }).commit()
    await expect(heading).toHaveText('And it follows')
  } finally {
    await browser.close()
    studio.server.close()
    await site.kill('SIGTERM')
    removeSiteFolder(folder)
  }
})
