import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { KEPT_RELEASES } from '../../../../api/contract/releases.ts'
import { keepManifest, type Manifest } from '../../../../web/publisher/release/manifest.ts'
import {
  currentFolder,
  newestRelease,
  pruneReleases,
  switchRelease,
  switchTo,
} from '../../../../web/publisher/release/switch.ts'

const manifestOf = (id: string): Manifest => ({
  id,
  at: '2026-01-01T00:00:00Z',
  build: 'b',
  snapshot: 's',
  documents: {},
  pages: {},
  redirects: {},
  held: [],
})

/** A folder with these releases, the first of which is served, and what is in its folders by name. */
async function newDist(...ids: string[]) {
  const dist = await mkdtemp(path.join(tmpdir(), 'dist-'))
  onTestFinished(() => rm(dist, { recursive: true }))
  for (const id of ids) {
    await mkdir(path.join(dist, 'releases', id, 'assets'), { recursive: true })
    await keepManifest(dist, manifestOf(id))
  }
  await switchRelease(dist, ids[0] ?? '')
  const names = async (folder: string) => (await readdir(path.join(dist, folder))).toSorted()
  const served = async () => path.basename((await currentFolder(dist)) ?? '')
  return { dist, names, served }
}

test('the served release outlives all that are too old to be kept, as a site can stay at an earlier version', async () => {
  const [oldest = '', pinned = '', ...rest] = Array.from(
    { length: KEPT_RELEASES + 3 },
    (_, i) => `20260101T00${String(i).padStart(2, '0')}`,
  )
  const { dist, names, served } = await newDist(pinned, oldest, ...rest)
  expect(await newestRelease(dist)).toBe(rest.at(-1))
  const next = '20260102T0000'
  await keepManifest(dist, manifestOf(next))
  await pruneReleases(dist)
  expect(await names('releases')).toEqual([pinned, ...rest.slice(1)])
  expect(await served()).toBe(pinned)
  const manifests = await names('manifests')
  expect(manifests).not.toContain(`${oldest}.json`)
  // The later one is of a publish that is under way.
  expect(manifests).toEqual(expect.arrayContaining([`${pinned}.json`, `${next}.json`]))
})

test('a release whose folder is gone is not gone back to', async () => {
  const { dist, served } = await newDist('b', 'a')
  await rm(path.join(dist, 'releases/a'), { recursive: true })
  await expect(switchRelease(dist, 'a')).rejects.toThrow('This version of the site is no longer kept')
  expect(await served()).toBe('b')
})

test('nothing is left of a release that could not be switched to', async () => {
  const { dist, names, served } = await newDist('a')
  const staged = path.join(dist, '.staged')
  await mkdir(staged)
  await keepManifest(dist, manifestOf('b'))
  // In the way of the link that is about to take the place of the one before.
  const link = `.site-${process.pid}`
  await mkdir(path.join(dist, link, 'x'), { recursive: true })
  await expect(switchTo(staged, dist, manifestOf('b'))).rejects.toThrow(link)
  expect([await served(), await names('releases'), await names('manifests')]).toEqual([
    'a',
    ['a'],
    ['a.json'],
  ])
  expect(await names('')).not.toContain('.staged')
})
