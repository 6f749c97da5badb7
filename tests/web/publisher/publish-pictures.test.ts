import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ReceiptAnswer } from '../../../api/contract/publishing.ts'
import { clientOf } from '../../studio/lake/fixture.ts'
import { newSiteFolder, removeSiteFolder, startOwnSite, type OwnSite } from '../../support/own-site.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const PROCESS = 'tests/faults/support/site-process.ts'
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#c30" d="M2 2h20v20H2z"/></svg>'
const INTEGRATION = 'integration-slack'

const folder = newSiteFolder()
const images = path.join(folder, 'data/assets/images')
let site: OwnSite
let client: ReturnType<typeof clientOf>
let turn = 0

async function start(): Promise<void> {
  site = await startOwnSite(folder, PROCESS)
  client = clientOf(site.url)
}

beforeAll(start)
afterAll(async () => {
  await site.kill()
  removeSiteFolder(folder)
})

/** A picture that no other test has. */
async function picture(format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif'): Promise<Buffer> {
  turn += 1
  const create = { width: 40 + turn, height: 40, channels: 3 as const, background: '#c30' }
  return sharp({ create }).toFormat(format).toBuffer()
}

async function upload(bytes: Buffer): Promise<string> {
  return (await client.assets.upload('image', bytes, { filename: 'logo' }))._id
}

async function setLogo(asset: string): Promise<string> {
  const { _rev } = await client
    .patch(INTEGRATION)
    .set({ logo: { _type: 'image', alt: 'Logo', asset: { _type: 'reference', _ref: asset } } })
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

/** Another document goes live, whatever there is about the logo. */
async function expectOthersGoLive(): Promise<void> {
  turn += 1
  const lead = `Lead ${turn}.`
  const { _rev } = await client.patch('about').set({ lead }).commit()
  expect(await receiptOf('about', _rev)).toMatchObject({ state: 'live' })
  expect(await (await fetch(`${site.url}/about`)).text()).toContain(lead)
}

async function expectShown(asset: string, bytes: Buffer): Promise<Response> {
  const [, name] = /^image-(.*)$/.exec(asset) ?? []
  const address = `/assets/pictures/${name?.replace(/-(?=\w+$)/, '.')}`
  const page = await (await fetch(site.url)).text()
  expect(page).toContain(`src="${address}"`)
  const served = await fetch(site.url + address)
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
  expect(served.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*sandbox$/)
  expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  return served
}

test.each(['png', 'jpeg', 'webp', 'avif', 'gif', 'svg'] as const)(
  'a %s that was just uploaded goes live with the publish that shows it',
  async (format) => {
    const bytes = format === 'svg' ? Buffer.from(SVG) : await picture(format)
    const asset = await upload(bytes)
    expect(await receiptOf(INTEGRATION, await setLogo(asset))).toMatchObject({ state: 'live' })
    const served = await expectShown(asset, bytes)
    expect(served.headers.get('content-type')).toMatch(
      format === 'svg' ? /^image\/svg\+xml/ : `image/${format}`,
    )
  },
)

test('a picture whose file is gone or cut short holds its own document, over a restart too, until it is whole', async () => {
  const [first, second] = [await picture('png'), await picture('png')]
  const shown = await upload(first)
  expect(await receiptOf(INTEGRATION, await setLogo(shown))).toMatchObject({ state: 'live' })

  const asset = await upload(second)
  const file = path.join(images, asset.replace(/^image-/, '').replace(/-png$/, '.png'))
  truncateSync(file, 60)
  await expectHeld(
    await setLogo(asset),
    /^logo\.asset refers to a picture whose file is not what was uploaded/,
  )
  await expectOthersGoLive()
  await expectShown(shown, first)

  rmSync(file)
  await site.kill()
  await start()
  await expectOthersGoLive()
  await expectShown(shown, first)
  const { _rev } = await client.patch(INTEGRATION).set({ title: 'Slack!' }).commit()
  await expectHeld(_rev, /file is gone/)

  writeFileSync(file, second)
  await client.patch(INTEGRATION).set({ title: 'Slack' }).commit()
  await vi.waitFor(() => expectShown(asset, second), { timeout: 60_000 })
})

test('a picture that weighs more than a page may is held with its size', async () => {
  const raw = randomBytes(600 * 600 * 3)
  const bytes = await sharp(raw, { raw: { width: 600, height: 600, channels: 3 } })
    .png()
    .toBuffer()
  await expectHeld(await setLogo(await upload(bytes)), /more than 500 kB.*smaller/)
  await expectOthersGoLive()
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
  await expectHeld(await setLogo('about'), /which is no picture/)

  const asset = await upload(bytes)
  await client.patch(asset).set({ url: evil, path: 'images/local/production/evil.html' }).commit()
  expect(await receiptOf(INTEGRATION, await setLogo(asset))).toMatchObject({ state: 'live' })
  await expectShown(asset, bytes)
  expect(await (await fetch(site.url)).text()).not.toContain('evil')
  const names = readdirSync(path.join(folder, 'dist/site/assets/pictures'))
  expect(
    names.every((name) => /^[0-9a-f]{40}-\d+x\d+\.(?:svg|png|jpg|webp|avif|gif)(?:\.br)?$/.test(name)),
  ).toBe(true)
})

test('a shown asset that becomes another kind of document is put back, with a reason for whom it concerns', async () => {
  const bytes = await picture('png')
  const asset = await upload(bytes)
  expect(await receiptOf(INTEGRATION, await setLogo(asset))).toMatchObject({ state: 'live' })
  await client.createOrReplace({ _id: asset, _type: 'step', url: 'https://evil.example/x.png' })
  await expectOthersGoLive()
  await expectShown(asset, bytes)
  expect(readFileSync(path.join(folder, 'dist/site/index.html'), 'utf8')).not.toContain('evil.example')
})
