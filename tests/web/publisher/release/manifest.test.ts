import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  keepManifest,
  manifestFile,
  readManifest,
  type Manifest,
} from '../../../../web/publisher/release/manifest.ts'

const id = '20251031T120000000Z-a'
const site = { id, at: '', build: 'b', snapshot: '', documents: {}, pages: {}, redirects: {} }
const about = { _id: 'about', _type: 'about', _rev: 'a1' }

/** As earlier versions of this program wrote it. */
const earlier = {
  ...site,
  held: [
    { ...about, faults: [{ sentence: 'It is empty.', path: 'mission' }, { sentence: 'Its page breaks.' }] },
  ],
  placeholders: [{ path: 'links.salesEmail', sentence: 'A placeholder.', title: '“Sales email”' }],
} as unknown as Manifest

const now: Manifest = {
  ...site,
  held: [
    { ...about, faults: [{ message: 'It is empty.', path: 'mission' }, { message: 'Its page breaks.' }] },
  ],
  placeholders: [{ path: 'links.salesEmail', message: 'A placeholder.', title: '“Sales email”' }],
}

test('reads what an earlier version wrote of faults', async () => {
  const dist = await mkdtemp(path.join(tmpdir(), 'manifest-'))
  const file = manifestFile(dist, id)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(earlier))
  expect(await readManifest(dist, id)).toEqual(now)
})

test('keeps what a node of an earlier version drew as this one reads it', async () => {
  const dist = await mkdtemp(path.join(tmpdir(), 'manifest-'))
  await keepManifest(dist, earlier)
  expect(await readManifest(dist, id)).toEqual(now)
})
