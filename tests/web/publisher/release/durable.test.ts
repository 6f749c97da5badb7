import { execFileSync } from 'node:child_process'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeEach, expect, test, vi } from 'vitest'
import type { StoredDocument } from '../../../../web/content/documents.ts'
import { isRecord, readWhole, writeDurably } from '../../../../web/publisher/release/durable.ts'
import { keepLastGood, readLastGood } from '../../../../web/publisher/release/last-good.ts'
import {
  keepManifest,
  writePublicManifest,
  type Manifest,
} from '../../../../web/publisher/release/manifest.ts'
import { styleSheetOf, styleSheetTag } from '../../../../web/publisher/release/style-sheet.ts'
import { currentManifest, switchRelease, switchTo } from '../../../../web/publisher/release/switch.ts'
import { isSiteWhole, readTemplate } from '../../../../web/publisher/release/whole.ts'

const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
beforeEach(() => void said.mockClear())

const styleSheet = styleSheetOf('.below{color:red}')
const page = `<!doctype html><html><meta name="release-stamp" content="s1"/><main></main>${styleSheetTag(styleSheet)}</html>`
const about: StoredDocument = { _id: 'about', _type: 'about', _rev: 'r1', _updatedAt: '2025-10-31T12:00:00Z' }

/** A folder as a build leaves it, with one page. */
async function newSite(): Promise<string> {
  const dist = await mkdtemp(path.join(tmpdir(), 'dist-'))
  const staged = path.join(dist, '.staged-1')
  await mkdir(staged)
  await mkdir(path.join(dist, 'server'))
  await writeFile(path.join(dist, 'server/template.html'), '<html><!--head--><div id="root"></div></html>\n')
  await mkdir(path.join(staged, 'assets'))
  for (const [name, text] of Object.entries({ 'index.html': page, [styleSheet.file]: styleSheet.css })) {
    await writeFile(path.join(staged, name), text)
    await writeFile(path.join(staged, `${name}.br`), brotliCompressSync(text))
  }
  await turnTo(staged, dist, '20251031T120000000Z-a')
  await keepLastGood(dist, new Map([['about', about]]), new Map())
  return dist
}

async function turnTo(staged: string, dist: string, id: string): Promise<void> {
  await keepManifest(dist, manifestOf(id))
  await writePublicManifest(staged, manifestOf(id))
  await switchTo(staged, dist, manifestOf(id))
}

function manifestOf(id: string): Manifest {
  return {
    id,
    at: '2025-10-31T12:00:00Z',
    build: 'b',
    snapshot: 's',
    documents: { about: 'r1' },
    pages: { '/': { stamp: 's1', documents: ['about'], reads: [] } },
    redirects: {},
    held: [],
  }
}

const files = {
  'the manifest': 'manifests/20251031T120000000Z-a.json',
  'what everybody is told': 'site/release.json',
  'the template': 'server/template.html',
  'a page': 'site/index.html',
  'its compressed copy': 'site/index.html.br',
  'its style sheet': `site/${styleSheet.file}`,
  'the compressed copy of that': `site/${styleSheet.file}.br`,
}

test('a site as it was left is whole', async () => {
  expect(await isSiteWhole(await newSite())).toBe(true)
  expect(said).not.toHaveBeenCalled()
})

test.each(Object.entries(files))('%s that is cut short is found at the start and named', async (_, name) => {
  const dist = await newSite()
  const file = path.join(dist, name)
  const bytes = await readFile(file)
  for (const length of [0, 1, Math.floor(bytes.length / 2), bytes.length - 2]) {
    said.mockClear()
    await truncate(file, length)
    expect(await isSiteWhole(dist), `${length} bytes`).toBe(false)
    expect(said.mock.calls.join('\n'), `${length} bytes`).toContain(
      name.replace(/^site/u, '').replace(/\.br$/u, ''),
    )
    await writeFile(file, bytes)
  }
  await rm(file)
  expect(await isSiteWhole(dist)).toBe(false)
})

test('a link that leads nowhere is no site, and the next release takes its place', async () => {
  const dist = await newSite()
  await rm(path.join(dist, 'site'))
  await symlink('releases/gone', path.join(dist, 'site'))
  expect([await isSiteWhole(dist), await currentManifest(dist)]).toEqual([false, undefined])
  await mkdir(path.join(dist, '.staged-2'))
  await turnTo(path.join(dist, '.staged-2'), dist, '20251031T120000001Z-a')
  expect((await currentManifest(dist))?.id).toBe('20251031T120000001Z-a')
})

test('a folder in place of the link, as a copy makes it, gives way', async () => {
  const dist = await newSite()
  await rm(path.join(dist, 'site'))
  await mkdir(path.join(dist, 'site/assets'), { recursive: true })
  expect(await isSiteWhole(dist)).toBe(false)
  await mkdir(path.join(dist, '.staged-2'))
  await turnTo(path.join(dist, '.staged-2'), dist, '20251031T120000001Z-a')
  expect(await readlink(path.join(dist, 'site'))).toBe('releases/20251031T120000001Z-a')
})

test('a stored document that is truncated has no last good version; the others have', async () => {
  const dist = await newSite()
  await keepLastGood(dist, new Map([['home', { ...about, _id: 'home' }]]), new Map())
  const file = path.join(dist, 'good/about.json')
  const { length } = await readFile(file)
  for (const size of [0, 3, length - 1]) {
    said.mockClear()
    await truncate(file, size)
    expect([...(await readLastGood(dist)).keys()]).toEqual(['home'])
    expect(said.mock.calls.join('\n')).toContain('good/about.json')
  }
})

test('a file that is absent is no fault, and one of another shape is', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'files-'))
  const file = path.join(folder, 'build.json')
  expect(await readWhole(file, isRecord)).toBeUndefined()
  expect(said).not.toHaveBeenCalled()
  await writeDurably(file, '{"key":"k"}')
  expect(await readWhole(file, isRecord)).toEqual({ key: 'k' })
  expect(await readdir(folder)).toEqual(['build.json'])
  for (const text of ['[]', 'null', '"text"', '\0\0\0\0']) {
    await writeFile(file, text)
    expect(await readWhole(file, isRecord)).toBeUndefined()
  }
  expect(said).toHaveBeenCalledTimes(4)
  await rm(path.join(folder, 'build.json'))
  await mkdir(file)
  expect(await readWhole(file, isRecord)).toBeUndefined()
})

test('what can’t be written leaves the old bytes, and no half of the new ones', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'files-'))
  const file = path.join(folder, 'build.json')
  await mkdir(path.join(file, 'x'), { recursive: true })
  await expect(writeDurably(file, 'new')).rejects.toThrow(/EISDIR|ENOTEMPTY/u)
  expect(await readdir(folder)).toEqual(['build.json'])
  await expect(readTemplate(folder)).resolves.toBeUndefined()
})

test('a disk that takes a part of a file written in parts keeps the old one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'files-'))
  const file = path.join(folder, 'manifest.json')
  const parts = [1, 2, 3].map((part) => Buffer.alloc(60_000, `${part}`))
  await writeDurably(file, parts)
  expect((await readFile(file)).equals(Buffer.concat(parts))).toBe(true)
  await writeDurably(file, 'old')
  const durable = path.resolve('web/publisher/release/durable.ts')
  const program = `import { writeDurably } from '${durable}'
    const parts = [1, 2, 3].map((part) => Buffer.alloc(60_000, String(part)))
    await writeDurably('${file}', parts).catch(({ code }) => console.info(code))`
  // The system takes the first 100 kB, and says that it takes no more only when it is asked again.
  const shell = `trap '' XFSZ; ulimit -f 100; exec "$0" --input-type=module --eval "$1"`
  const code = execFileSync('bash', ['-c', shell, process.execPath, program], { encoding: 'utf8' })
  expect(code).toBe('EFBIG\n')
  expect(await readdir(folder)).toEqual(['manifest.json'])
  expect(await readFile(file, 'utf8')).toBe('old')
})

test('going back to a release of an earlier version, whose manifest was public, publishes no list of documents', async () => {
  const dist = await newSite()
  const old = manifestOf('20251030T120000000Z-a')
  const folder = path.join(dist, 'releases', old.id)
  await mkdir(path.join(folder, 'assets'), { recursive: true })
  await mkdir(path.join(dist, 'site/assets'), { recursive: true })
  await writeFile(path.join(folder, 'release.json'), JSON.stringify(old))
  expect(await switchRelease(dist, old.id)).toEqual(old)
  const told: unknown = JSON.parse(await readFile(path.join(dist, 'site/release.json'), 'utf8'))
  expect(told).toMatchObject({ id: old.id, pages: { '/': { stamp: 's1' } } })
  expect(told).not.toHaveProperty('documents')
  expect(await currentManifest(dist)).toEqual(old)
})
