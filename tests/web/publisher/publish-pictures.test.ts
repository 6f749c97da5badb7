import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ReceiptAnswer } from '../../../api/contract/publishing.ts'
import { newBuiltSite, SITE_PROCESS } from '../../support/built-site.ts'
import { clientOf } from '../../support/lake.ts'
import { removeSiteFolder, startOwnSite, type OwnSite } from '../../support/own-site.ts'
import { expectServed, filesOf, picture } from './support/pictures.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#c30" d="M2 2h20v20H2z"/></svg>'
const INTEGRATION = 'integration-slack'

const folder = await newBuiltSite()
const images = path.join(folder, 'data/assets/images')
let site: OwnSite
let client: ReturnType<typeof clientOf>
let turn = 0

async function start(): Promise<void> {
  site = await startOwnSite(folder, SITE_PROCESS)
  client = clientOf(site.url)
}

beforeAll(start)
afterAll(async () => {
  await site.kill()
  removeSiteFolder(folder)
})

async function upload(bytes: Buffer): Promise<string> {
  return (await client.assets.upload('image', bytes, { filename: 'logo' }))._id
}

async function setLogo(asset: string): Promise<string> {
  const { _rev } = await client
    .patch(INTEGRATION)
    .set({ logo: { _type: 'image', asset: { _type: 'reference', _ref: asset } } })
    .commit()
  return _rev
}

async function receiptOf(id: string, revision: string) {
  return vi.waitFor(
    async () => {
      const { receipt } = (await (await fetch(`${site.url}/api/publishes/${id}`)).json()) as ReceiptAnswer
      if (receipt?.revision !== revision || !['live', 'held'].includes(receipt.state))
        throw new Error(JSON.stringify(receipt))
      return receipt
    },
    { timeout: 60_000, interval: 200 },
  )
}

async function expectHeld(revision: string, message: RegExp): Promise<void> {
  expect(await receiptOf(INTEGRATION, revision)).toMatchObject({
    state: 'held',
    faults: [{ path: 'logo.asset', message: expect.stringMatching(message) }],
  })
}

/** All files that home has of a picture are served as they should be. */
async function expectShown(asset: string): Promise<string[]> {
  return expectServed(site.url, asset)
}

/** Another document goes live, whatever there is about the logo. */
async function expectOthersGoLive(): Promise<void> {
  turn += 1
  const lead = `Lead ${turn}.`
  const { _rev } = await client.patch('about').set({ lead }).commit()
  expect(await receiptOf('about', _rev)).toMatchObject({ state: 'live' })
  expect(await (await fetch(`${site.url}/about`)).text()).toContain(lead)
}

test.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)(
  'a %s that was just uploaded goes live with the publish that shows it, in the sizes of its place',
  async (format) => {
    const asset = await upload(await picture(format, 600))
    expect(await receiptOf(INTEGRATION, await setLogo(asset))).toMatchObject({ state: 'live' })
    const files = await expectShown(asset)
    const fallback = { png: 'png', jpeg: 'jpg', webp: 'webp', avif: 'webp', gif: 'png' }[format]
    const sizes = files.map((file) => /-(\d+)x\d+-1\.(\w+)$/.exec(file)?.slice(1).join(' '))
    expect(new Set(sizes)).toEqual(new Set(['34 webp', '68 webp', '102 webp', `68 ${fallback}`]))
  },
)

test('a vector picture goes live as it is', async () => {
  const asset = await upload(Buffer.from(SVG))
  expect(await receiptOf(INTEGRATION, await setLogo(asset))).toMatchObject({ state: 'live' })
  const [file, ...others] = await expectShown(asset)
  expect(others).toEqual([])
  expect(await (await fetch(site.url + String(file))).text()).toBe(SVG)
})

test('a picture that a page shared is cut around its hotspot, within its crop', async () => {
  const blue = { create: { width: 500, height: 3000, channels: 3 as const, background: '#00f' } }
  const bytes = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#f00' } })
    .composite([{ input: blue, left: 3000, top: 0 }])
    .jpeg()
    .toBuffer()
  const asset = await upload(bytes)
  const image = {
    _type: 'image',
    asset: { _type: 'reference', _ref: asset },
    alt: 'A blue stripe',
    // What is left of the picture is the stripe, in the middle of it.
    crop: { _type: 'sanity.imageCrop', left: 0.75, right: 0.125, top: 0, bottom: 0 },
    hotspot: { _type: 'sanity.imageHotspot', x: 0.8, y: 0.9, width: 0.1, height: 0.1 },
  }
  const { _rev } = await client.patch('about').set({ 'seo.image': image }).commit()
  expect(await receiptOf('about', _rev)).toMatchObject({ state: 'live' })
  const page = await (await fetch(`${site.url}/about`)).text()
  const [file = '', ...others] = filesOf(page, asset)
  expect(others).toEqual([])
  expect(page).toContain(`<meta property="og:image" content="http://localhost${file}"`)
  expect(page).toContain('<meta property="og:image:alt" content="A blue stripe"')
  // 500 px wide, and nothing is enlarged.
  expect(page).toContain('<meta property="og:image:width" content="500"')
  // With the hotspot in the middle: 2700 px from the top.
  expect(file).toContain('-3000.2569.500.263-500x263-')
  const served = Buffer.from(await (await fetch(site.url + file)).arrayBuffer())
  const { dominant } = await sharp(served).stats()
  expect(dominant.b).toBeGreaterThan(200)
  expect(dominant.r).toBeLessThan(60)
  await client.patch('about').unset(['seo.image']).commit()
})

test('a publish that changes no picture makes none, over a restart too', async () => {
  const asset = await upload(await picture('png', 300))
  await receiptOf(INTEGRATION, await setLogo(asset))
  const files = await expectShown(asset)
  const dates = (): number[] => files.map((file) => statSync(path.join(folder, 'dist/site', file)).mtimeMs)
  const before = dates()
  // Without the original there is nothing to make them of.
  rmSync(path.join(images, asset.replace(/^image-/, '').replace(/-png$/, '.png')))
  await expectOthersGoLive()
  await site.kill()
  await start()
  const { _rev } = await client.patch(INTEGRATION).set({ title: 'Slack' }).commit()
  expect(await receiptOf(INTEGRATION, _rev)).toMatchObject({ state: 'live' })
  await expectOthersGoLive()
  expect(dates()).toEqual(before)
})

test('a picture whose file is gone or cut short holds its own document, over a restart too, until it is whole', async () => {
  const [first, second] = [await picture('png'), await picture('png')]
  const shown = await upload(first)
  expect(await receiptOf(INTEGRATION, await setLogo(shown))).toMatchObject({ state: 'live' })

  const asset = await upload(second)
  const file = path.join(images, asset.replace(/^image-/, '').replace(/-png$/, '.png'))
  truncateSync(file, 60)
  await expectHeld(await setLogo(asset), /^“Logo” refers to a picture whose file is not what was uploaded/)
  await expectOthersGoLive()
  await expectShown(shown)

  rmSync(file)
  await site.kill()
  await start()
  await expectOthersGoLive()
  await expectShown(shown)
  const { _rev } = await client.patch(INTEGRATION).set({ title: 'Slack!' }).commit()
  await expectHeld(_rev, /file is gone/)

  writeFileSync(file, second)
  await client.patch(INTEGRATION).set({ title: 'Slack' }).commit()
  await vi.waitFor(() => expectShown(asset), { timeout: 60_000 })
})

test('a vector picture that weighs more than visitors should get is held with its size', async () => {
  const line = `<path d="${'M1.2345 2.3456h1v1'.repeat(30_000)}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${line}</svg>`
  await expectHeld(await setLogo(await upload(Buffer.from(svg))), /more than 500 kB.*as it is.*PNG/)
  await expectOthersGoLive()
})

test('a picture of any other weight goes live, as light as its place is', async () => {
  const raw = randomBytes(600 * 600 * 3)
  const bytes = await sharp(raw, { raw: { width: 600, height: 600, channels: 3 } })
    .png()
    .toBuffer()
  expect(bytes.length).toBeGreaterThan(1_000_000)
  const asset = await upload(bytes)
  expect(await receiptOf(INTEGRATION, await setLogo(asset))).toMatchObject({ state: 'live' })
  for (const file of await expectShown(asset))
    expect(statSync(path.join(folder, 'dist/site', file)).size).toBeLessThan(40_000)
})

test('what an asset’s document says of an address is never read: not fetched, not served, not in a page', async () => {
  const bytes = await picture('png')
  const sha1 = createHash('sha1').update('not there').digest('hex')
  const evil = `${site.url}/studio-lake-evil.html`
  const documents = {
    [`image-${sha1}-10x10-html`]: /no picture/,
    'image-of-evil': /no picture/,
    [`image-${sha1}-10x10-png`]: /file is gone/,
  }
  for (const [id, message] of Object.entries(documents)) {
    await client.createOrReplace({ _id: id, _type: 'sanity.imageAsset', url: evil, path: '../evil.html' })
    await expectHeld(await setLogo(id), message)
  }
  // A document of the site's own that has an address, where a picture belongs.
  await client.patch('about').set({ url: evil }).commit()
  await expectHeld(await setLogo('about'), /holds something that is no picture/)

  const asset = await upload(bytes)
  await client.patch(asset).set({ url: evil, path: 'images/local/production/evil.html' }).commit()
  expect(await receiptOf(INTEGRATION, await setLogo(asset))).toMatchObject({ state: 'live' })
  await expectShown(asset)
  expect(await (await fetch(site.url)).text()).not.toContain('evil')
  const names = readdirSync(path.join(folder, 'dist/site/assets/pictures'))
  expect(
    names.every((name) =>
      /^[0-9a-f]{40}-\d+x\d+(?:-[\w.]+){4}-1\.(?:png|jpg|webp)$|\.svg(?:\.br)?$/.test(name),
    ),
  ).toBe(true)
})

test('a shown asset that becomes another kind of document is put back, with a reason for those it concerns', async () => {
  const bytes = await picture('png')
  const asset = await upload(bytes)
  expect(await receiptOf(INTEGRATION, await setLogo(asset))).toMatchObject({ state: 'live' })
  await client.createOrReplace({ _id: asset, _type: 'step', url: 'https://evil.example/x.png' })
  await expectOthersGoLive()
  await expectShown(asset)
  expect(readFileSync(path.join(folder, 'dist/site/index.html'), 'utf8')).not.toContain('evil.example')
})
