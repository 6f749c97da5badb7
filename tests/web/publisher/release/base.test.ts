import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { baseOf, releaseOfBuild, type KeptRelease } from '../../../../web/publisher/release/base.ts'
import { keepManifest, type Manifest } from '../../../../web/publisher/release/manifest.ts'

/** A folder with what a build left written down, if it left anything. */
async function newDist(built?: { key: string; release: string }): Promise<string> {
  const dist = await mkdtemp(path.join(tmpdir(), 'dist-'))
  onTestFinished(() => rm(dist, { recursive: true }))
  if (built) await writeFile(path.join(dist, 'build.json'), JSON.stringify(built))
  return dist
}

/** A release that a build drew, with the script of one. */
async function keep(dist: string, id: string, build: string, script = build): Promise<KeptRelease> {
  const folder = path.join(dist, 'releases', id)
  await mkdir(path.join(folder, 'assets'), { recursive: true })
  await writeFile(path.join(folder, 'assets', `app-${script}.js`), '')
  const manifest: Manifest = {
    id,
    at: '2026-01-01T00:00:00Z',
    build,
    snapshot: 's',
    documents: {},
    pages: {},
    redirects: {},
    held: [],
  }
  await keepManifest(dist, manifest)
  return { manifest, folder }
}

function templateOf(script: string): string {
  return `<html><head><script async type="module" src="/assets/app-${script}.js"></script></head></html>`
}

test('the served release is what the next one begins with', async () => {
  const dist = await newDist({ key: 'one', release: 'a' })
  await keep(dist, 'a', 'one')
  const served = await keep(dist, 'b', 'one')
  expect(await baseOf(dist, { ...served, template: templateOf('one') })).toEqual({ ...served, build: 'one' })
})

test('it is the one of the build here where another build drew what is served', async () => {
  const dist = await newDist({ key: 'two', release: 'a' })
  const own = await keep(dist, 'a', 'two')
  // What tabs still ask for may be in both.
  for (const script of ['one', 'two']) {
    const served = await keep(dist, 'b', 'one', script)
    expect(await baseOf(dist, { ...served, template: templateOf('two') })).toEqual({ ...own, build: 'two' })
  }
})

test('a build has no release where that is of another build, or where its folder is gone', async () => {
  const dist = await newDist()
  const served = await keep(dist, 'b', 'one')
  const { folder } = await keep(dist, 'a', 'two')
  expect(await releaseOfBuild(dist, { key: 'three', release: 'a' }, served)).toBeUndefined()
  await rm(folder, { recursive: true })
  expect(await releaseOfBuild(dist, { key: 'two', release: 'a' }, served)).toBeUndefined()
})

test.each([
  ['what a build before it was broken off wrote down', { key: 'one', release: 'a' }],
  ['nothing', undefined],
])('none is where programs are of a build that left no release, beside %s', async (_, built) => {
  const dist = await newDist(built)
  const served = await keep(dist, 'a', 'one')
  await expect(baseOf(dist, { ...served, template: templateOf('two') })).rejects.toThrow(
    `No release in ${dist} has what the build there made, such as assets/app-two.js: start the server again, which builds it anew.`,
  )
})

test('the served one is where the build that rendered it was broken off before it wrote that down', async () => {
  const dist = await newDist({ key: 'one', release: 'a' })
  await keep(dist, 'a', 'one')
  const served = await keep(dist, 'b', 'two')
  const { folder } = await baseOf(dist, { ...served, template: templateOf('two') })
  expect(folder).toBe(served.folder)
})
