import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLake } from '../../../studio/lake/lake.ts'
import { PICTURE, SEED, startLake, temporaryFolder, writeSeed } from './fixture.ts'

test('a picture of the seed becomes an asset whose bytes are served where its document says', async () => {
  const { client, url } = await startLake()
  const logo = await client.fetch('*[_id == "logo"][0]{image, "asset": image.asset->}')
  expect(logo.image).toMatchObject({ _type: 'image', alt: 'A logo', asset: { _type: 'reference' } })
  expect(logo.image).not.toHaveProperty('_sanityAsset')
  expect(logo.asset).toMatchObject({
    _id: expect.stringMatching(/^image-[0-9a-f]{40}-4x2-svg$/),
    _type: 'sanity.imageAsset',
    metadata: { dimensions: { width: 4, height: 2, aspectRatio: 2 } },
    mimeType: 'image/svg+xml',
    url: expect.stringMatching(new RegExp(`^${url}/images/local/production/[0-9a-f]{40}-4x2\\.svg$`)),
  })
  const response = await fetch(logo.asset.url)
  expect(response.headers.get('content-type')).toBe('image/svg+xml')
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect(await response.text()).toBe(PICTURE)
})

test('an asset that is not there is a 404, and no path leads out of the folder', async () => {
  const { url } = await startLake()
  expect((await fetch(`${url}/images/local/production/${'0'.repeat(40)}-1x1.png`)).status).toBe(404)
  expect((await fetch(`${url}/files/local/production/..%2f..%2flake.db`)).status).toBe(404)
})

test('two lakes from one seed hold the same documents, revisions included', async () => {
  const seedDir = writeSeed()
  const [one, two] = [await startLake({ seedDir }), await startLake({ seedDir })]
  const all = '*{..., "url": null}'
  expect(await one.client.fetch(all, {}, { perspective: 'raw' })).toEqual(
    await two.client.fetch(all, {}, { perspective: 'raw' }),
  )
})

test('the seed is read once: a lake that is opened again keeps what it has', async () => {
  const dataDir = temporaryFolder()
  const first = await startLake({ dataDir })
  await first.stop()
  const second = await startLake({ dataDir, seedDir: '/nowhere' })
  expect(await second.client.fetch('count(*)')).toBe(5)
})

test.each([
  ['{"_id": "a", "_type"', /data\.ndjson, line 7: not JSON/],
  ['["a"]', /line 7: not a JSON object/],
  ['{"_type": "home"}', /line 7: the document has no _id/],
  ['{"_id": "a"}', /line 7: the document has no _type/],
  ['{"_id": "home", "_type": "home"}', /line 7: "home" is already on line 5/],
  [
    '{"_id": "a", "_type": "b", "i": {"_sanityAsset": "image@file://./images/none.png"}}',
    /line 7: .*none\.png is missing/,
  ],
  ['{"_id": "a", "_type": "b", "i": {"_sanityAsset": "image@file://./data.ndjson"}}', /line 7: .* no image/],
  [
    '{"_id": "a", "_type": "b", "i": {"_sanityAsset": "image@file://./../../etc/passwd"}}',
    /line 7: .* no asset of the seed/,
  ],
])('a seed line that cannot be used is named: %s', async (line, sentence) => {
  const seedDir = writeSeed()
  const lines = [...SEED.map((document) => JSON.stringify(document)), line]
  writeFileSync(join(seedDir, 'data.ndjson'), lines.join('\n'))
  const dataDir = temporaryFolder()
  await expect(openLake({ dataDir, seedDir })).rejects.toThrow(sentence)
  await expect(openLake({ dataDir, seedDir: writeSeed() })).resolves.toHaveProperty('fetch')
})

test('a seed with a document that no query could answer is refused, and names it', async () => {
  const deep = JSON.parse('['.repeat(600) + ']'.repeat(600)) as unknown
  const seedDir = writeSeed([{ _id: 'deep', _type: 'pillar', deep }])
  await expect(openLake({ dataDir: temporaryFolder(), seedDir })).rejects.toThrow(
    /data\.ndjson, "deep": it is nested more than 500 levels deep/u,
  )
})

test('a missing seed, an unwritable folder and a damaged database each have their sentence', async () => {
  await expect(openLake({ dataDir: temporaryFolder(), seedDir: '/nowhere' })).rejects.toThrow(
    /seed .* is missing/,
  )
  await expect(openLake({ dataDir: `${import.meta.filename}/lake`, seedDir: writeSeed() })).rejects.toThrow(
    /Cannot write to the data folder .* set DATA_DIR/,
  )
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'lake.db'), 'this is no database, however long it goes on about it'.repeat(100))
  await expect(openLake({ dataDir, seedDir: writeSeed() })).rejects.toThrow(
    /lake\.db cannot be opened .* backup/,
  )
})
