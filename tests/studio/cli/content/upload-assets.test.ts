import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Dataset } from '../../../../studio/cli/content/datasets.ts'
import { importArchive } from '../../../../studio/cli/content/import-archive.ts'
import { listenHere } from '../../../support/listen.ts'
import { PICTURE, temporaryFolder } from '../../lake/fixture.ts'
import { contentOf, picture, startDataset, writeFolder } from './fixture.ts'

/** Brings it in; returns what was said. */
async function bring(dataset: Dataset, path: string): Promise<string[]> {
  const lines: string[] = []
  await importArchive(dataset, path, {
    operation: 'createIfNotExists',
    unused: true,
    progress: () => undefined,
    say: (line) => void lines.push(line),
  })
  return lines
}

const OWN = PICTURE.replace('c30', '03c')
const NAMES =
  '*[_type in ["sanity.imageAsset", "sanity.fileAsset"]] | order(originalFilename).originalFilename'

test('beside an NDJSON file, only what its documents show is taken', async () => {
  const dataset = await startDataset()
  const before = await dataset.client.fetch<string[]>(NAMES)
  const folder = writeFolder([{ _id: 'new', _type: 'integration', image: picture('shown.svg') }], {
    'shown.svg': OWN,
    'holiday.svg': PICTURE.replace('c30', '0c3'),
  })
  mkdirSync(join(folder, 'files'))
  writeFileSync(join(folder, 'files/taxes.pdf'), 'private')
  await bring(dataset, join(folder, 'data.ndjson'))
  expect(await dataset.client.fetch(NAMES)).toEqual([...before, 'shown.svg'])

  await bring(dataset, folder)
  expect(await dataset.client.fetch(NAMES)).toEqual(['holiday.svg', ...before, 'shown.svg', 'taxes.pdf'])
})

test.each([
  ['in its folder, but elsewhere', () => './secret.txt'],
  ['a path that leads out', () => './images/../secret.txt'],
  ['one that is encoded', () => './images/%2e%2e/secret.txt'],
  ['one with backslashes', () => '.\\images\\..\\secret.txt'],
  ['a link', () => './images/link.txt'],
  ['an address of this machine', (file: string) => file],
])('no file of this machine is taken that the archive does not hold: %s', async (_, pathIn) => {
  const dataset = await startDataset()
  const before = await contentOf(dataset)
  const folder = writeFolder([])
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  symlinkSync('../secret.txt', join(folder, 'images/link.txt'))
  const elsewhere = join(temporaryFolder(), 'secret.txt')
  writeFileSync(elsewhere, 'secret')
  const placeholder = `file@file://${pathIn(elsewhere)}`
  const line = JSON.stringify({ _id: 'new', _type: 'pillar', file: { _sanityAsset: placeholder } })
  writeFileSync(join(folder, 'data.ndjson'), line)
  await expect(bring(dataset, folder)).rejects.toThrow(
    `No document was written to the local content lake: “${placeholder}” is no asset of the archive. Write image@file://./images/NAME.`,
  )
  expect(await contentOf(dataset)).toEqual(before)
})

test('no other server is asked', async () => {
  const dataset = await startDataset()
  let asked = 0
  const server = createServer((_, response) => {
    asked++
    response.writeHead(404).end('no such picture')
  })
  const image = { _sanityAsset: `image@${await listenHere(server)}/a.svg` }
  await expect(bring(dataset, writeFolder([{ _id: 'new', _type: 'pillar', image }]))).rejects.toThrow(
    /is no asset of the archive/u,
  )
  expect(asked).toBe(0)
})

test('a picture that is shown and missing is named', async () => {
  const dataset = await startDataset()
  const folder = writeFolder([{ _id: 'new', _type: 'pillar', image: picture('gone.svg') }])
  await expect(bring(dataset, folder)).rejects.toThrow(/: The file images\/gone\.svg is missing\.$/u)
})

test('an unused file that the lake refuses is left out, a system’s own files silently', async () => {
  const dataset = await startDataset()
  const before = await dataset.client.fetch<string[]>(NAMES)
  const folder = writeFolder([{ _id: 'new', _type: 'integration', image: picture('shown.svg') }], {
    'shown.svg': OWN,
    '.DS_Store': 'Bud1',
    'two words.svg': '<svg><',
    'unused.svg': PICTURE.replace('c30', '0c3'),
  })
  mkdirSync(join(folder, 'images/thumbnails'))
  expect(await bring(dataset, folder)).toEqual([
    'images/two words.svg was left out, as the local content lake did not take it. No document shows it.',
  ])
  expect(await dataset.client.fetch('*[_id == "new"][0].image.asset->originalFilename')).toBe('shown.svg')
  expect(await dataset.client.fetch(NAMES)).toEqual([...before, 'shown.svg', 'unused.svg'])
})
