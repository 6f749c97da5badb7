import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PreviewPage, Scope } from '../../../api/contract/previews.ts'
import { openPreview, type Preview } from '../../../web/preview/preview.ts'
import { clientOf, root, startLake } from '../../support/lake.ts'
import { landingPage } from '../../support/landing-pages.ts'

const DRAFTS = { perspective: 'drafts' } as const
const SHARED = { perspective: 'document', document: 'spring' } as const
const bar = {
  kind: 'share',
  shows: '',
  perspective: '',
  expires: '2030-01-01T00:00:00Z',
  base: '/preview/T',
} as const
const blocks = [{ _type: 'callBlock', _key: 'call', title: 'Save your seat.', hidden: false }]

let lake: Awaited<ReturnType<typeof startLake>>
let template: string
let preview: Preview

beforeAll(async () => {
  lake = await startLake()
  template = path.join(await mkdtemp(path.join(tmpdir(), 'template-')), 'template.html')
  await writeFile(template, await readFile(path.join(root, 'web/index.html')))
  preview = open()
})

afterEach(async () => {
  // What is heard of too late would pass for the next test's own change.
  for (const id of ['redirects', 'spring', 'drafts.spring', 'drafts.summer'])
    if (await client().getDocument(id)) await heard(() => client().delete(id))
})

afterAll(async () => {
  preview.close()
  await lake.close()
})

function open(): Preview {
  return openPreview({ env: { LAKE_URL: lake.url }, template, origin: 'https://site.example' })
}

function client() {
  return clientOf(lake.url, { token: 'local' })
}

/** Writes a page of its own, and waits until the preview has heard of it. */
async function write(id: string, slug: string): Promise<void> {
  const { _rev, _updatedAt, ...page } = landingPage(slug, { blocks })
  await heard(() => client().createOrReplace({ ...page, _id: id }))
}

async function redirect(from: string, to: string): Promise<void> {
  const rules = [{ _type: 'redirect', _key: 'rule', from, to }]
  await heard(() => client().createOrReplace({ _id: 'redirects', _type: 'redirects', rules }))
}

async function heard(change: () => Promise<unknown>): Promise<void> {
  await preview.moment()
  const told = new Promise<void>((resolve) => {
    const stop = preview.subscribe(() => {
      stop()
      resolve()
    })
  })
  await change()
  await told
}

/** Where an address of the preview leads, or its status and heading. */
async function visit(place: string, scope: Scope = SHARED, at = preview): Promise<string | undefined> {
  const { location, status, html }: PreviewPage = await at.page({ path: place, scope, bar })
  return location ?? `${status} ${/<h1[^>]*>(?:<[^>]*>)*([^<]*)/.exec(html)?.[1]}`
}

test('a page whose address a draft changes is led to from where it stands', async () => {
  await write('spring', 'spring')
  await write('drafts.spring', 'spring-webinar')
  for (const scope of [SHARED, DRAFTS]) {
    expect(await visit('/spring', scope)).toBe('/preview/T/spring-webinar')
    expect(await visit('/spring-webinar', scope)).toMatch(/^200 /)
  }
  expect(await visit('/spring', { perspective: 'published' })).toMatch(/^200 /)
})

test('a draft that was never published is led to from each address it had', async () => {
  for (const slug of ['s', 'sp', 'spring']) await write('drafts.spring', slug)
  for (const scope of [SHARED, DRAFTS])
    expect([await visit('/s', scope), await visit('/sp', scope)]).toEqual([
      '/preview/T/spring',
      '/preview/T/spring',
    ])
  expect(await visit('/sp', { perspective: 'published' })).toMatch(/^404 /)
})

test('a link to one draft works even when its old address is forgotten', async () => {
  await write('drafts.spring', 'spring')
  await write('drafts.summer', 'summer')
  const again = open()
  expect(await visit('/of-long-ago', SHARED, again)).toBe('/preview/T/spring')
  // It is no way to other drafts, nor a lid on what is not there.
  expect(await visit('/summer', SHARED, again)).toMatch(/^404 /)
  const nothing = await visit('/favicon.ico', SHARED, again)
  expect(nothing).toMatch(/^404 /)
  for (const scope of [DRAFTS, { perspective: 'document', document: 'about' } as const])
    expect(await visit('/of-long-ago', scope, again)).toBe(nothing)
  again.close()
})

test('redirects lead on inside the preview, and what leads out of it says so', async () => {
  await redirect('/old', '/contact?from=old#form')
  for (const scope of [SHARED, DRAFTS])
    expect(await visit('/Old', scope)).toBe('/preview/T/contact?from=old#form')
  await redirect('/old', 'https://elsewhere.example/')
  expect(await visit('/old', DRAFTS)).toBe('404 This address leads elsewhere')
})

test('a page without an address that can be used says so, and a draft that was deleted', async () => {
  await write('spring', 'spring')
  await write('drafts.spring', 'Not an address')
  expect(await visit('/spring', DRAFTS)).toBe('404 This page has no address now')
  await heard(() => client().delete('spring'))
  await heard(() => client().delete('drafts.spring'))
  expect(await visit('/spring')).toBe('404 This draft was deleted')
  // Who was sent another one is not told of it.
  const nothing = await visit('/spring', DRAFTS)
  expect(nothing).toMatch(/^404 404/)
  expect(await visit('/spring', { perspective: 'document', document: 'about' })).toBe(nothing)
})
