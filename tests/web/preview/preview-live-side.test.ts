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
  const scope = { perspective: 'drafts' } as const
  return preview.side({ path: page, scope, side: 'before', base: '/preview/T' })
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
  await serve('1', ['/about', '/platform'])
  const { status, html } = await liveSide('/about')
  expect(status).toBe(200)
  expect(html).toMatch(/<mark class="changed">Zebra quagga<\/mark>/u)
  expect(html).not.toMatch(/<script|Content-Security-Policy/u)
  expect((await liveSide('/contact')).html).toContain('This page is not published yet.')
  expect((await liveSide('/platform')).html).toContain('The published page can’t be drawn.')
})

test('what the site shows stands in for what is held already, so that each document is named', async () => {
  const source = contentSource({ LAKE_URL: lake.url })
  await keepLastGood(dist, await createReader(source)(), new Map())
  await client.patch('home').unset(['hero']).commit()
  const scope = { perspective: 'drafts' } as const
  const header = async () => (await preview.compare({ path: '/', scope, base: '/preview/T' })).html
  await expect.poll(header).toContain('<b>Home</b> “Hero” is empty.')
})
