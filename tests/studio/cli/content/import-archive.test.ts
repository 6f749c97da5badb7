import { writeFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeArchive } from '../../../../studio/cli/content/archive.ts'
import { localDataset, type Dataset } from '../../../../studio/cli/content/datasets.ts'
import { importArchive } from '../../../../studio/cli/content/import-archive.ts'
import { transfer } from '../../../../studio/cli/content/transfer.ts'
import { listenHere } from '../../../support/listen.ts'
import { PICTURE, temporaryFolder } from '../../lake/fixture.ts'
import { contentOf, picture, startDataset, writeFolder } from './fixture.ts'

const quiet = { unused: true, progress: () => undefined, say: () => undefined }
const REPLACE = { operation: 'createOrReplace', ...quiet } as const
const KEEP = { operation: 'createIfNotExists', ...quiet } as const

async function exported(dataset: Dataset): Promise<string> {
  const file = join(temporaryFolder(), 'content.tar.gz')
  await writeArchive(dataset, file, () => undefined)
  return file
}

async function makeRelease({ client }: Dataset, releaseId: string, title: string): Promise<void> {
  await client.releases.create({ releaseId, metadata: { title, releaseType: 'asap' } })
  await client.createVersion({ releaseId, publishedId: 'home', baseId: 'home' })
  await client.patch(`versions.${releaseId}.home`).set({ title }).commit()
}

const statesOf = ({ client }: Dataset) =>
  client.fetch<Record<string, string>[]>('*[_type == "system.release"] | order(name) {name, state}')

/** The dataset behind a line that is cut when `isCut` says so. */
async function behindLine(dataset: Dataset, isCut: (asked: IncomingMessage) => boolean): Promise<Dataset> {
  const lake = dataset.client.config().apiHost
  const server = createServer((asked, answer) => {
    if (isCut(asked)) {
      asked.socket.destroy()
      return
    }
    const { method, headers, url = '' } = asked
    const passed = request(new URL(url, lake), { method, headers: { ...headers, host: new URL(lake).host } })
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    asked.pipe(passed)
  })
  return localDataset(await listenHere(server), {})
}

const isUpload = ({ url = '' }: IncomingMessage) => url.includes('/assets/images/')

test('an archive with releases comes back as it was, over what is there and into a new lake', async () => {
  const dataset = await startDataset()
  await makeRelease(dataset, 'spring', 'Spring')
  await dataset.client.releases.publish({ releaseId: 'spring' })
  await makeRelease(dataset, 'summer', 'Summer')
  const archive = await exported(dataset)
  const before = await contentOf(dataset)
  await dataset.client.patch('home').set({ title: 'Edited' }).commit()

  expect(await importArchive(dataset, archive, REPLACE)).toEqual({ written: 9, kept: 0 })
  expect(await contentOf(dataset)).toEqual(before)
  expect(await importArchive(dataset, archive, KEEP)).toEqual({ written: 0, kept: 9 })

  const fresh = await startDataset([{ _id: 'other', _type: 'pillar' }])
  expect(await importArchive(fresh, archive, KEEP)).toEqual({ written: 9, kept: 0 })
  await fresh.client.delete('other')
  expect(JSON.stringify(await contentOf(fresh))).toBe(
    JSON.stringify(before).replaceAll(dataset.client.config().apiHost, fresh.client.config().apiHost),
  )
})

test('what is scheduled is not overwritten, and nothing else is then', async () => {
  const dataset = await startDataset()
  await makeRelease(dataset, 'spring', 'Spring')
  await dataset.client.releases.schedule({ releaseId: 'spring', publishAt: '2099-05-01T09:00:00.000Z' })
  const archive = await exported(dataset)
  await dataset.client.patch('home').set({ title: 'Edited' }).commit()
  const before = await contentOf(dataset)

  await expect(importArchive(dataset, archive, REPLACE)).rejects.toThrow(
    /locked, and the archive would overwrite it: “Spring”\. No document was written\. Unschedule it/u,
  )
  expect(await importArchive(dataset, archive, KEEP)).toEqual({ written: 0, kept: 8 })
  expect(await contentOf(dataset)).toEqual(before)

  await dataset.client.releases.unschedule({ releaseId: 'spring' })
  expect(await importArchive(dataset, archive, REPLACE)).toEqual({ written: 8, kept: 0 })
  expect(await statesOf(dataset)).toEqual([{ name: 'spring', state: 'active' }])
  expect(await dataset.client.fetch('*[_id == "home"][0].title')).toBe('Home')
})

test('a release that has ended since stays so, unless it is to be overwritten', async () => {
  const dataset = await startDataset()
  await makeRelease(dataset, 'spring', 'Spring')
  const archive = await exported(dataset)
  await dataset.client.releases.publish({ releaseId: 'spring' })
  const before = await contentOf(dataset)

  expect(await importArchive(dataset, archive, KEEP)).toEqual({ written: 0, kept: 8 })
  expect(await contentOf(dataset)).toEqual(before)
  expect(await importArchive(dataset, archive, REPLACE)).toEqual({ written: 8, kept: 0 })
  expect(await statesOf(dataset)).toEqual([{ name: 'spring', state: 'active' }])
  expect(await dataset.client.getDocument('versions.spring.home')).toMatchObject({ title: 'Spring' })
})

test.each([REPLACE, KEEP])('a picture that is refused leaves all as it was: $operation', async (options) => {
  const dataset = await startDataset()
  const before = await contentOf(dataset)
  const folder = writeFolder(
    [
      { _id: 'home', _type: 'home', title: 'New', image: picture('broken.svg') },
      { _id: 'new', _type: 'integration', image: picture('good.svg') },
    ],
    { 'broken.svg': '<svg><', 'good.svg': PICTURE.replace('c30', '03c') },
  )
  await expect(importArchive(dataset, folder, options)).rejects.toThrow(
    /^No document was written to the local content lake: .* images\/broken\.svg:\s.*Save it as plain SVG/su,
  )
  // The one that was taken waits for documents that show it.
  expect(await contentOf(dataset)).toEqual(expect.arrayContaining(before))
  expect(await dataset.client.getDocument('new')).toBeUndefined()
})

test('a copy that breaks off leaves all as it was, and is made by the next one', async () => {
  const [source, target] = [await startDataset(), await startDataset()]
  const asset = await source.client.assets.upload('image', Buffer.from(PICTURE.replace('c30', '03c')))
  const image = { _type: 'image', asset: { _type: 'reference', _ref: asset._id } }
  await source.client.patch('logo').set({ image }).commit()
  await source.client.patch('home').set({ title: 'Changed' }).commit()
  const before = await contentOf(target)
  let isCut = true
  const line = await behindLine(target, (asked) => isCut && isUpload(asked))
  const options = { dryRun: false, force: false, progress: () => undefined, say: () => undefined }

  await expect(transfer(source, line, options)).rejects.toThrow(/^No document was written to the local/u)
  expect(await contentOf(target)).toEqual(before)
  isCut = false
  await transfer(source, line, options)
  expect(await target.client.fetch('*[_id == "logo"][0].image.asset._ref')).toBe(asset._id)
  expect(await target.client.fetch('*[_id == "home"][0].title')).toBe('Changed')
}, 30_000)

test('more than a request takes is written in parts, each document whole', async () => {
  const dataset = await startDataset()
  // Each refers to the next one, and three of them are more than a request takes.
  const documents = Array.from({ length: 6 }, (_, index) => ({
    _id: `part-${index}`,
    _type: 'pillar',
    text: 'x'.repeat(1_500_000),
    ...(index < 5 && { next: { _type: 'reference', _ref: `part-${index + 1}` } }),
    image: picture('good.svg'),
  }))
  const folder = writeFolder(documents, { 'good.svg': PICTURE })
  let parts = 0
  const line = await behindLine(dataset, ({ url = '' }) => url.includes('/data/mutate/') && ++parts === 2)
  await expect(importArchive(line, folder, KEEP)).rejects.toThrow(/broke off .* run this again\.$/u)
  const PARTS = '*[_id match "part-*"] | order(_id) {_id, next, "size": image.asset->size}'
  const last = { size: PICTURE.length, next: null }
  expect(await dataset.client.fetch(PARTS)).toMatchObject([
    { _id: 'part-4', next: { _type: 'reference', _ref: 'part-5' } },
    { _id: 'part-5', ...last },
  ])
  expect(await importArchive(line, folder, KEEP)).toEqual({ written: 4, kept: 2 })
  expect(await dataset.client.fetch('count(*[_id match "part-*" && defined(image.asset)])')).toBe(6)
  expect(await dataset.client.fetch('count(*[_id match "part-*" && next._weak == true])')).toBe(0)
}, 30_000)

test('a reference to what is nowhere is refused with all that comes with it', async () => {
  const dataset = await startDataset()
  const before = await contentOf(dataset)
  const folder = writeFolder([
    { _id: 'a', _type: 'pillar' },
    { _id: 'b', _type: 'pillar', next: { _type: 'reference', _ref: 'nowhere' } },
  ])
  await expect(importArchive(dataset, join(folder, 'data.ndjson'), REPLACE)).rejects.toThrow(
    /^No document was written to the local content lake: .*"nowhere"/u,
  )
  expect(await contentOf(dataset)).toEqual(before)
})

test('a picture that the lake cleans is shown as it was cleaned', async () => {
  const dataset = await startDataset()
  const noted = PICTURE.replace('<rect', '<!-- by hand --><rect')
  const folder = writeFolder([{ _id: 'new', _type: 'pillar', image: picture('noted.svg') }], {
    'noted.svg': noted,
  })
  expect(await importArchive(dataset, folder, REPLACE)).toEqual({ written: 1, kept: 0 })
  expect(await dataset.client.fetch('*[_id == "new"][0].image.asset->{size, originalFilename}')).toEqual({
    size: PICTURE.length,
    originalFilename: expect.stringContaining('.svg'),
  })
})

test('pictures that no document shows come along with an archive', async () => {
  const source = await startDataset()
  const { _id: id } = await source.client.assets.upload('image', Buffer.from(PICTURE.replace('c30', '03c')))
  const archive = await exported(source)
  const target = await startDataset()
  await importArchive(target, archive, { ...KEEP, unused: false })
  expect(await target.client.getDocument(id)).toBeUndefined()
  await importArchive(target, archive, KEEP)
  expect(await target.client.getDocument(id)).toMatchObject({ size: PICTURE.length })
})

test.each(['\uFEFF', '\n', '\uFEFF\r\n\r\n'])(
  'what programs put in front of NDJSON is no obstacle: %j',
  async (front) => {
    const dataset = await startDataset()
    const file = join(temporaryFolder(), 'data.ndjson')
    writeFileSync(file, `${front}{"_id":"front","_type":"pillar","title":"Behind it"}\n`)
    await importArchive(dataset, file, REPLACE)
    expect(JSON.stringify(await contentOf(dataset))).toContain('Behind it')
  },
)

test.each([
  ['{"_id":"a","_type":"pillar"}\n{"_id":', /line 2: not JSON/u],
  ['{"_id":"a"}', /line 1: no document, as it has no _type/u],
  ['{"_id":"a","_type":"pillar"}\n{"_id":"a","_type":"pillar"}', /holds the document “a” twice/u],
  ['neither', /is no export archive that can be read .* Export it again\.$/u],
])('what is no archive is refused in words: %s', async (text, sentence) => {
  const dataset = await startDataset()
  const before = await contentOf(dataset)
  const file = join(temporaryFolder(), 'data.ndjson')
  writeFileSync(file, text)
  await expect(importArchive(dataset, file, REPLACE)).rejects.toThrow(sentence)
  expect(await contentOf(dataset)).toEqual(before)
  await expect(importArchive(dataset, temporaryFolder(), REPLACE)).rejects.toThrow(
    /There are 0 NDJSON files/u,
  )
})
