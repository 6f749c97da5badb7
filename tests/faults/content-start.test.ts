import type { SanityDocument } from '@sanity/client'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { openLake } from '../../studio/lake/lake.ts'
import { serveLake } from '../../studio/lake/serve.ts'
import { newBuiltSite, SITE_PROCESS } from '../support/built-site.ts'
import { clientOf, root } from '../support/lake.ts'
import { newSiteFolder, removeSiteFolder, startOwnSite, type OwnSite } from '../support/own-site.ts'

// A start from content that no site can be made of, over the real server, lake and build.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let folder: string
let site: OwnSite | undefined

afterEach(async () => {
  await site?.kill()
  removeSiteFolder(folder)
})

/** Empties a field that must not be, and takes a page away, while no server runs. Returns what was there. */
async function breakContent(): Promise<SanityDocument[]> {
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir, { recursive: true })
  const lake = await openLake({ dataDir, seedDir: path.join(root, 'studio/seed') })
  const { url, close } = await serveLake(lake)
  const client = clientOf(url)
  const whole = await client.fetch<SanityDocument[]>('*[_id in ["about", "contact"]] | order(_id)')
  await client.patch('about').set({ title: '' }).commit()
  await client.delete('contact')
  await close()
  await lake.close()
  return whole
}

interface Ready {
  status: string
  dependencies: Record<string, string>
  faults?: string[]
}

async function ready(url: string): Promise<Ready & { code: number }> {
  const response = await fetch(`${url}/api/ready`)
  return { ...((await response.json()) as Ready), code: response.status }
}

async function join(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/waitlist`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'a@example.com', age: 60_000 }),
  })
  return answer.status
}

/** Waits until `/api/ready` says both, each with the address that opens it in the Studio. */
async function saysWhatIsMissing(url: string, code: number): Promise<void> {
  await vi.waitFor(async () => {
    const { faults = [], ...state } = await ready(url)
    expect(state).toMatchObject({ code, status: 'degraded', dependencies: { site: 'failing', store: 'ok' } })
    expect(faults.toSorted()).toEqual([
      expect.stringMatching(
        /^About: “Heading” is empty\. http.*\/studio\/intent\/edit\/id=about;type=about;path=title\/$/u,
      ),
      expect.stringMatching(
        /^Contact: The document Contact is missing\..*\/studio\/intent\/edit\/id=contact;type=contact\/$/u,
      ),
    ])
  }, 30_000)
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
}

/** Publishes what was broken, and waits until the site shows it and nothing is left to mend. */
async function mend(url: string, whole: readonly SanityDocument[]): Promise<void> {
  const client = clientOf(url)
  for (const document of whole) await client.createOrReplace({ ...document, title: 'Mended at last' })
  for (const page of ['/about', '/contact'])
    await vi.waitFor(
      async () => {
        const answer = await fetch(url + page)
        expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Mended at last')])
      },
      { timeout: 120_000, interval: 500 },
    )
  await vi.waitFor(async () => expect(await ready(url)).toMatchObject({ code: 200, status: 'ok' }), 30_000)
  expect(await ready(url)).not.toHaveProperty('faults')
}

test.each([
  ['the code that made it', false],
  ['a newer version of the code, for which nothing can stand in', true],
])('a start of %s serves the release that is there, and the next publish heals it', async (_, isNewer) => {
  folder = await newBuiltSite()
  const whole = await breakContent()
  // Without it, the site is built anew; what is there is then of another version of the code.
  if (isNewer) rmSync(path.join(folder, 'dist/build.json'))
  site = await startOwnSite(folder, SITE_PROCESS)
  const { url } = site
  await saysWhatIsMissing(url, 200)
  expect(site.output()).toContain('“Heading” is empty.')
  const [about, contact] = whole
  expect(await (await fetch(`${url}/about`)).text()).toContain(about?.['title'])
  expect(await (await fetch(`${url}/contact`)).text()).toContain(contact?.['title'])
  expect(await join(url)).toBe(201)
  await mend(url, whole)
  expect(site.output()).not.toMatch(/(?:^|\\n)\s+at /mu)
})

test('before the first release, pages say that they will be there, and the first publish makes them', async () => {
  folder = newSiteFolder()
  const whole = await breakContent()
  site = await startOwnSite(folder, SITE_PROCESS)
  const { url } = site
  await saysWhatIsMissing(url, 503)
  const page = await fetch(`${url}/about`)
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await page.text()).toContain('<h1>Not here yet</h1>')
  expect(await join(url)).toBe(201)
  await mend(url, whole)
  expect(site.output()).not.toMatch(/(?:^|\\n)\s+at /mu)
})
