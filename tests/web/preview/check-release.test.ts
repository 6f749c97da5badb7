import type { SanityClient } from '@sanity/client'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentSource } from '../../../web/content/client.ts'
import { createReader } from '../../../web/content/documents.ts'
import { checkRelease } from '../../../web/preview/check-release.ts'
import { keepLastGood } from '../../../web/publisher/release/last-good.ts'
import { root, startLake } from '../../support/lake.ts'

const HEADLESS = { documentId: 'about', type: 'about', path: 'title', message: '“Heading” is empty.' }

let lake: Awaited<ReturnType<typeof startLake>>
let client: SanityClient
let dist: string

/**
 * The site shows the launch content, with a link to where a redirect leads on; what was published since has faults, and
 * stands back for them.
 */
beforeAll(async () => {
  lake = await startLake()
  dist = await mkdtemp(path.join(tmpdir(), 'dist-'))
  const source = contentSource({ LAKE_URL: lake.url })
  client = source.client
  await client.createOrReplace({ _id: 'redirects', _type: 'redirects', rules: [redirectTo('/about')] })
  const link = { _type: 'link', _key: 'l', href: '/old' }
  const span = { _type: 'span', _key: 's', text: 'Here', marks: ['l'] }
  const block = { _type: 'block', _key: 'b', style: 'normal', markDefs: [link], children: [span] }
  await client.patch('legal-tos').append('body', [block]).commit()
  await keepLastGood(dist, await createReader(source)(), new Map())
  await client.patch('about').set({ title: '' }).commit()
  await client
    .patch('redirects')
    .set({ rules: [redirectTo('/gone')] })
    .commit()
})

function redirectTo(to: string) {
  return { _key: 'r', _type: 'redirect', from: '/old', to }
}

afterAll(async () => {
  await lake.close()
  await rm(dist, { recursive: true })
})

function check(release: string) {
  const template = path.join(root, 'web/index.html')
  return checkRelease(release, {
    dist,
    env: { LAKE_URL: lake.url },
    template,
    origin: 'https://site.example',
  })
}

async function open(releaseId: string, changes: Record<string, object>): Promise<void> {
  await client.releases.create({ releaseId, metadata: { title: releaseId, releaseType: 'asap' } })
  for (const [id, fields] of Object.entries(changes)) {
    await client.createVersion({ releaseId, publishedId: id, baseId: id })
    await client.patch(`versions.${releaseId}.${id}`).set(fields).commit()
  }
}

test('a fault that a document already has is no fault of a release that leaves the document unchanged', async () => {
  await open('others', { contact: { title: 'Talk to us' } })
  expect(await check('others')).toEqual([])
})

test('it is one of a release that changes the document: a part of that would stay behind', async () => {
  await open('both', { about: { lead: 'A new lead.' }, contact: { title: 'Write to us' } })
  expect(await check('both')).toMatchObject([HEADLESS])
  await client.patch('versions.both.about').set({ title: 'About us' }).commit()
  expect(await check('both')).toEqual([])
})

test('a link to where a redirect led on is no fault of a release while that redirect is held', async () => {
  await open('linking', { 'legal-tos': { lead: 'What both sides may rely on.' } })
  expect(await check('linking')).toEqual([])
})
