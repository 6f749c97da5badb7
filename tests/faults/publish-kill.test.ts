import { randomInt } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import type { ReceiptAnswer } from '../../api/contract/publishing.ts'
import type { Manifest } from '../../api/publishing/renderer.ts'
import { newBuiltSite, SITE_PROCESS } from '../support/built-site.ts'
import { clientOf } from '../support/lake.ts'
import { removeSiteFolder, startOwnSite } from '../support/own-site.ts'

const ROUNDS = 50
/** A publish takes about a third of this. */
const LATEST_KILL_MS = 150

vi.setConfig({ testTimeout: 900_000 })

const folder = await newBuiltSite()
const start = () => startOwnSite(folder, SITE_PROCESS)
afterAll(() => removeSiteFolder(folder))

test(`killed at ${ROUNDS} random moments of a publish, the site is one whole release, and the publish completes`, async () => {
  let site = await start()
  let interrupted = 0
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = servedManifest().id
    const client = clientOf(site.url, { maxRetries: 0 })
    // The word is on every page, so that every page is rendered.
    const word = `Engine ${round}`
    const publishing = client.patch('settings').set({ 'brand.descriptor': word }).commit()
    const outcome = publishing.then(
      () => 'acknowledged',
      () => 'unknown',
    )
    await pause(randomInt(LATEST_KILL_MS))
    await site.kill()
    if (servedManifest().id === before) interrupted += 1
    expect(wrongOnDisk(), `round ${round}`).toEqual([])

    site = await start()
    const settings = await clientOf(site.url).getDocument('settings')
    const brand: unknown = settings?.['brand']
    if ((await outcome) === 'acknowledged') expect(brand).toMatchObject({ descriptor: word })
    await vi.waitFor(() => expect(servedManifest().documents['settings']).toBe(settings?._rev), 20_000)
    if ((await outcome) === 'acknowledged') await isLive(site.url, settings?._rev)
    expect(await wrongOverHttp(site.url), `round ${round}`).toEqual([])
  }
  await site.kill('SIGTERM')
  // Not every kill came too late to matter.
  expect(interrupted).toBeGreaterThan(0)
})

function servedManifest(): Manifest {
  const id = path.basename(readlinkSync(path.join(folder, 'dist/site')))
  return JSON.parse(readFileSync(path.join(folder, 'dist/manifests', `${id}.json`), 'utf8')) as Manifest
}

/** Pages of the served folder that are not those of its manifest. */
function wrongOnDisk(): string[] {
  return Object.entries(servedManifest().pages)
    .filter(([page, { stamp }]) => {
      const file = page === '/' ? 'index.html' : `${page.slice(1)}.html`
      return stampOf(readFileSync(path.join(folder, 'dist/site', file), 'utf8')) !== stamp
    })
    .map(([page]) => page)
}

async function wrongOverHttp(url: string): Promise<string[]> {
  const { pages } = servedManifest()
  const wrong: string[] = []
  for (const [page, { stamp }] of Object.entries(pages))
    if (stampOf(await (await fetch(url + page)).text()) !== stamp) wrong.push(page)
  return wrong
}

function stampOf(html: string): string | undefined {
  return /<meta name="release-stamp" content="([^"]*)"/u.exec(html)?.[1]
}

async function isLive(url: string, revision: string | undefined): Promise<void> {
  await vi.waitFor(async () => {
    const { receipt } = (await (await fetch(`${url}/api/publishes/settings`)).json()) as ReceiptAnswer
    expect(receipt).toMatchObject({ revision, state: 'live' })
  }, 20_000)
}
