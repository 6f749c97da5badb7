import { cpSync, readdirSync, readlinkSync, renameSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Receipt, ReceiptAnswer } from '../../api/contract/publishing.ts'
import { edit, newFolder, startPublishing } from '../api/support/publishing.ts'
import { newBuiltSite, SITE_PROCESS } from '../support/built-site.ts'
import { eventually } from '../support/eventually.ts'
import { clientOf } from '../support/lake.ts'
import { removeSiteFolder, startOwnSite, type OwnSite } from '../support/own-site.ts'
import { canMount, mountSmallDisk, type SmallDisk } from './support/small-disk.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

const PATIENCE = { timeout: 90_000, interval: 250 }

const folder = await newBuiltSite()
const dist = path.join(folder, 'dist')
let disk: SmallDisk | undefined
let site: OwnSite | undefined
afterAll(async () => {
  await site?.kill()
  disk?.remove()
  removeSiteFolder(folder)
})

async function receipt(url: string): Promise<Receipt | null> {
  return ((await (await fetch(`${url}/api/publishes/about`)).json()) as ReceiptAnswer).receipt
}

/** What is half made in the folder of the built site. */
function leftovers(): string[] {
  const names = readdirSync(dist, { recursive: true }).map(String)
  return names.filter((name) => /(?:^|\/)\.(?:staged|site)-|\.new$|\.part$/u.test(name))
}

test.skipIf(!canMount)('a full disk keeps a publish waiting, and pages are served', async () => {
  const built = `${dist}-built`
  renameSync(dist, built)
  disk = mountSmallDisk(dist, 96)
  cpSync(built, dist, { recursive: true, verbatimSymlinks: true })
  site = await startOwnSite(folder, SITE_PROCESS)
  const { url, output } = site
  // What finishes the first release is over, so that nothing of it is taken for what a publish left.
  await vi.waitFor(() => expect(leftovers()).toEqual([]), PATIENCE)
  const served = readlinkSync(path.join(dist, 'site'))
  disk.fill()
  const lead = 'A lead on a full disk.'
  const { _rev } = await clientOf(url).patch('about').set({ lead }).commit()
  await vi.waitFor(async () => {
    const found = await receipt(url)
    expect(found).toMatchObject({ revision: _rev, state: 'waiting' })
    expect(found?.message).toBe('The disk of DIST_DIR is full: free some space. It is tried again by itself.')
  }, PATIENCE)
  const page = await fetch(`${url}/about`)
  expect([page.status, (await page.text()).includes(lead)]).toEqual([200, false])
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
  expect(readlinkSync(path.join(dist, 'site'))).toBe(served)
  // A try may be under way; between two there is nothing.
  await vi.waitFor(() => expect(leftovers()).toEqual([]), { timeout: 20_000, interval: 20 })

  disk.free()
  await vi.waitFor(
    async () => expect(await receipt(url)).toMatchObject({ revision: _rev, state: 'live' }),
    PATIENCE,
  )
  expect(await (await fetch(`${url}/about`)).text()).toContain(lead)
  expect(output()).not.toMatch(/unexpectedly|unhandled/iu)
})

test.skipIf(!canMount)(
  'a full disk under publishes.db loses no publish, and writes down what went live meanwhile',
  async () => {
    const dataDir = newFolder()
    const data = mountSmallDisk(dataDir, 4)
    onTestFinished(() => data.remove())
    const { site: fake, call, becomes, releases } = await startPublishing({ dataDir })
    await call(await edit(fake, 'about', 'r1'))
    await becomes('about', 'live', 'r1')

    // Full before the call: it is refused, so that the lake makes it again.
    data.fill()
    const refused = await edit(fake, 'about', 'r2')
    await eventually(async () => expect((await call(refused)).status).toBe(500))
    data.free()
    expect((await call(refused)).status).toBe(202)
    await becomes('about', 'live', 'r2')

    // Full while it is published: it is on the pages, and the receipt follows.
    fake.state.takesMs = 500
    await call(await edit(fake, 'about', 'r3'))
    await expect.poll(() => fake.state.underWay).toBe(1)
    data.fill()
    await becomes('about', 'waiting', 'r3')
    expect(fake.current().documents['about']).toBe('r3')
    data.free()
    await becomes('about', 'live', 'r3')
    const { releases: list, current } = await releases()
    expect(list[0]).toMatchObject({ id: current, documents: ['about'] })
  },
)

test.skipIf(!canMount)('a start on a full disk publishes once there is space', async () => {
  const dataDir = newFolder()
  const data = mountSmallDisk(dataDir, 4)
  onTestFinished(() => data.remove())
  const first = await startPublishing({ dataDir })
  await first.call(await edit(first.site, 'about', 'r1'))
  await first.becomes('about', 'live', 'r1')
  await first.stop()
  first.site.content.set('about', { _rev: 'r2', at: '' })
  data.fill()
  const { becomes } = await startPublishing({ dataDir, site: first.site, isSweptAtStart: false })
  data.free()
  await becomes('about', 'live', 'r2')
})
