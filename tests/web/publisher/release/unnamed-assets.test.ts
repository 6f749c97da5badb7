import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeRelease } from '../../../../web/publisher/publish.ts'
import type { Manifest } from '../../../../web/publisher/release/manifest.ts'
import { switchRelease } from '../../../../web/publisher/release/switch.ts'
import { longUnnamed, namedAssets } from '../../../../web/publisher/release/unnamed-assets.ts'

const CARD = 'assets/card-0123456789abcdef.png'
const OLD_CARD = 'assets/card-fedcba9876543210.png'
const PICTURE = `assets/pictures/${'a'.repeat(40)}-9x9-png-wide-0.0.9.9-9x9-1.webp`

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'unnamed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
}

/** As though all in the record had been unnamed for those days. */
function passDays(dist: string, days: number): void {
  const file = path.join(dist, 'unnamed.json')
  const then = new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()
  const names = Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)
  writeFileSync(file, JSON.stringify(Object.fromEntries(names.map((name) => [name, then]))))
}

test('cards and pictures are found in pages and in files for machines, wherever these have an address of theirs', async () => {
  const folder = newFolder()
  write(folder, {
    'index.html': `<meta property="og:image" content="https://site.example/${CARD}"/>`,
    'blog/a.html': `<source srcset="/${PICTURE} 9w, /assets/pictures/b.png 2x"/>`,
    'llms.txt': '/assets/pictures/c.svg',
    'assets/client.js': '"/assets/pictures/d.svg"',
  })
  expect([...(await namedAssets(folder))].toSorted()).toEqual(
    [CARD, PICTURE, 'assets/pictures/b.png', 'assets/pictures/c.svg'].toSorted(),
  )
})

test('what is named again starts a new month, and files of a build are never deleted', async () => {
  const [dist, folder] = [newFolder(), newFolder()]
  write(folder, { [CARD]: '', [OLD_CARD]: '', [PICTURE]: '', 'assets/client-1.js': '', 'assets/a.png': '' })
  const look = (...named: string[]) => longUnnamed(dist, folder, new Set(named))
  expect(await look(CARD)).toEqual([])
  passDays(dist, 31)
  expect((await look(CARD)).toSorted()).toEqual([OLD_CARD, PICTURE].toSorted())
  expect(await look(CARD, OLD_CARD)).toEqual([PICTURE])
  expect(await look(CARD)).toEqual([PICTURE])
  writeFileSync(path.join(dist, 'unnamed.json'), 'cut sho')
  expect(await look(CARD)).toEqual([])
})

const REST = { 'index.html': '<h1>Home</h1>', 'assets/client-1.js': 'export {}' }

/** A release of another node, which this one has all contents of. */
async function take(dist: string, id: string, files: Record<string, string>): Promise<void> {
  const named = Object.entries(files).map(([name, text]) => [
    path.join('releases', id, name),
    createHash('sha256').update(text).digest('hex'),
  ])
  for (const text of Object.values(files))
    write(dist, { [`incoming/${createHash('sha256').update(text).digest('hex')}`]: text })
  const manifest: Manifest = {
    id,
    at: '2025-10-31T12:00:00Z',
    build: 'b',
    snapshot: id,
    documents: {},
    pages: {},
    redirects: {},
    held: [],
  }
  await takeRelease(dist, { manifest, files: Object.fromEntries(named) as Record<string, string> })
}

test('a node keeps what another one let go for a month of its own, and anew where the site goes back', async () => {
  const dist = newFolder()
  const has = (name: string) => existsSync(path.join(dist, 'site', name))
  await take(dist, '20251031T120000000Z-a', { ...REST, [OLD_CARD]: 'old' })
  await take(dist, '20251031T120001000Z-b', { ...REST, [CARD]: 'new' })
  expect([has(OLD_CARD), has(CARD)]).toEqual([true, true])
  passDays(dist, 31)
  await switchRelease(dist, '20251031T120000000Z-a')
  await switchRelease(dist, '20251031T120001000Z-b')
  await take(dist, '20251031T120002000Z-c', { ...REST, [CARD]: 'new' })
  expect(has(OLD_CARD)).toBe(true)

  passDays(dist, 31)
  await take(dist, '20251031T120003000Z-d', { ...REST, [CARD]: 'new' })
  expect([has(OLD_CARD), has(CARD), has('assets/client-1.js')]).toEqual([false, true, true])
  expect(existsSync(path.join(dist, 'releases/20251031T120000000Z-a', OLD_CARD))).toBe(true)
})
