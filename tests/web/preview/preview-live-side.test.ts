import type { SanityClient } from '@sanity/client'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentSource } from '../../../web/content/client.ts'
import { createReader } from '../../../web/content/documents.ts'
import { openPreview, type Preview } from '../../../web/preview/preview.ts'
import { keepLastGood } from '../../../web/publisher/release/last-good.ts'
import { keepManifest } from '../../../web/publisher/release/manifest.ts'
import { switchRelease } from '../../../web/publisher/release/switch.ts'
import { root, startLake } from '../../support/lake.ts'
import { landingPage } from '../../support/landing-pages.ts'
import { bar, DRAFTS } from './fixture.ts'

const SERVED = `<html><head><meta http-equiv="Content-Security-Policy" content="style-src 'none'"></head>
<body><h1>Zebra quagga</h1><script>alert(1)</script></body></html>`

let lake: Awaited<ReturnType<typeof startLake>>
let client: SanityClient
let dist: string
let preview: Preview

beforeAll(async () => {
  lake = await startLake()
  ;({ client } = contentSource({ LAKE_URL: lake.url }))
  dist = await mkdtemp(path.join(tmpdir(), 'dist-'))
  const template = path.join(root, 'web/index.html')
  preview = openPreview({ env: { LAKE_URL: lake.url }, template, origin: 'https://site.example', dist })
})

afterAll(async () => {
  preview.close()
  await lake.close()
  await rm(dist, { recursive: true })
})

function liveSide(page: string) {
  return preview.side({ path: page, scope: DRAFTS, side: 'before', base: '/preview/T' })
}

/** Serves a release that has pages at these paths, of which the about page alone is on disk. */
async function serve(id: string, pages: readonly string[]): Promise<void> {
  const folder = path.join(dist, 'releases', id)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'about.html'), SERVED)
  const records = pages.map((page) => [page, { stamp: '', documents: [], reads: [] }])
  await keepManifest(dist, {
    id,
    at: '2026-01-01T00:00:00Z',
    build: '',
    snapshot: '',
    documents: {},
    pages: Object.fromEntries(records),
    redirects: {},
    held: [],
  })
  await switchRelease(dist, id)
}

test('before the first release, what is published counts as live', async () => {
  expect((await liveSide('/about')).html).toContain('Execution Governance')
  expect(await liveSide('/nowhere')).toMatchObject({
    status: 404,
    html: expect.stringContaining('This page is not published yet.'),
  })
})

test('a published page that can’t be rendered is not called unpublished', async () => {
  const hero: unknown = (await client.getDocument('home'))?.['hero']
  await client.patch('home').unset(['hero']).commit()
  await expect.poll(async () => (await liveSide('/')).html).toContain('The published page can’t be drawn.')
  await client.patch('home').set({ hero }).commit()
})

test('it is the page that visitors get, whatever was published since', async () => {
  await serve('1', ['/about', '/platform', '/page-a'])
  const { status, html } = await liveSide('/about')
  expect(status).toBe(200)
  expect(html).toMatch(/<mark class="changed">Zebra quagga<\/mark>/u)
  expect(html).not.toMatch(/<script|Content-Security-Policy/u)
  expect((await liveSide('/contact')).html).toContain('This page is not published yet.')
  expect((await liveSide('/platform')).html).toContain('The published page can’t be drawn.')
})

const draftAt = (page: string) => preview.page({ path: page, scope: DRAFTS, bar })
const comparedAt = async (page: string) =>
  (await preview.compare({ path: page, scope: DRAFTS, base: '/preview/T' })).html

const call = { _type: 'callBlock', _key: 'call', title: 'Save your seat.', hidden: false }

async function planted(slug: string, at: string): Promise<void> {
  const { _rev, ...page } = landingPage(slug, { blocks: [call] })
  await client.create({ ...page, _id: at })
}

async function keepShown(): Promise<void> {
  const source = contentSource({ LAKE_URL: lake.url })
  await keepLastGood(dist, await createReader(source)(), new Map())
}

test('a page whose draft has another address is compared with what is live at its old one', async () => {
  await planted('page-a', 'moved')
  await planted('page-b', 'drafts.moved')
  const rule = { _type: 'redirect', _key: 'old', from: '/older', to: '/page-a' }
  await client.patch('redirects').setIfMissing({ rules: [] }).append('rules', [rule]).commit()
  await keepShown()
  await writeFile(path.join(dist, 'releases/1/page-a.html'), SERVED)
  await expect.poll(async () => (await draftAt('/page-b')).status).toBe(200)
  expect((await draftAt('/page-b')).html).toContain('href="/page-a">Leave preview</a>')
  expect((await liveSide('/page-b')).html).toContain('Zebra quagga')
  // Publishing leaves the redirect that keeps the older one whole.
  expect(await comparedAt('/page-b')).toContain('Nothing would hold these drafts back.')
})

test('a page that visitors have nowhere has no link out of its preview', async () => {
  await planted('page-c', 'drafts.new')
  await expect.poll(async () => (await draftAt('/page-c')).status).toBe(200)
  expect((await draftAt('/page-c')).html).not.toContain('Leave preview')
  expect((await liveSide('/page-c')).html).toContain('This page is not published yet.')
  // It was published, and held.
  await planted('page-c', 'new')
  await client.delete('drafts.new')
  await expect.poll(async () => (await draftAt('/page-c')).html).not.toContain('Leave preview')
  await client.delete('new')
})

test('a document that would be held is named by its title', async () => {
  await client.patch('drafts.moved').set({ title: 'Spring offer', 'slug.current': 'about' }).commit()
  await expect
    .poll(() => comparedAt('/about'))
    .toMatch(/<b>[^<]*“Spring offer”<\/b> “Address”: \/about is another/u)
  await client.delete('drafts.moved')
})

test('what the site shows stands in for what is held already, so that each document is named', async () => {
  await keepShown()
  await client.patch('home').unset(['hero']).commit()
  await expect.poll(() => comparedAt('/')).toContain('<b>Home</b> “Hero” is empty.')
})
