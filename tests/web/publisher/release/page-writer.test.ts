import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPageWriter, type PageWriter } from '../../../../web/publisher/release/page-writer.ts'

const pages = Array.from(
  { length: 40 },
  (_, i) => [`${i % 2 ? 'guides/' : ''}${i}.html`, `<p>Page ${i} – “ö”</p>`.repeat(200)] as const,
)
let folder: string
let aside: string
let release: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'page-writer-'))
  aside = path.join(folder, 'aside')
  release = path.join(folder, 'release')
})

function beginAll(writer: PageWriter): void {
  for (const [file, text] of pages) writer.begin(file, text)
}

/** Files of those that were in the release once all were moved. */
async function moveAll(writer: PageWriter): Promise<string[]> {
  const moved = await Promise.all(pages.map(([file, text]) => writer.move(file, text, release)))
  return pages.filter((_, i) => moved[i]).map(([file]) => file)
}

test('writes the pages of a large site with their compressed copies, each under its own name', async () => {
  await using writer = openPageWriter(aside)
  beginAll(writer)
  const moved = new Set(await moveAll(writer))
  expect(moved.size).toBeGreaterThan(20)
  for (const [file, text] of pages.filter(([name]) => moved.has(name))) {
    expect(readFileSync(path.join(release, file), 'utf8')).toBe(text)
    expect(brotliDecompressSync(readFileSync(path.join(release, `${file}.br`))).toString()).toBe(text)
  }
})

test('takes the place of a file that another release shares, which keeps its bytes', async () => {
  await using writer = openPageWriter(aside)
  beginAll(writer)
  const [file, text] = pages[30] ?? ['', '']
  const before = path.join(folder, 'before.html')
  writeFileSync(before, 'As it was.')
  mkdirSync(release)
  linkSync(before, path.join(release, file))
  expect(await writer.move(file, text, release)).toBe(true)
  expect(readFileSync(path.join(release, file), 'utf8')).toBe(text)
  expect(readFileSync(before, 'utf8')).toBe('As it was.')
})

test('leaves the pages of a small site to whoever writes the release', async () => {
  await using writer = openPageWriter(aside)
  const few = pages.slice(0, 12)
  for (const [file, text] of few) writer.begin(file, text)
  for (const [file, text] of few) expect(await writer.move(file, text, release)).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})

test('moves no page that was rendered again since', async () => {
  await using writer = openPageWriter(aside)
  beginAll(writer)
  const [file = ''] = pages[30] ?? []
  expect(await writer.move(file, 'Another text.', release)).toBe(false)
  expect(existsSync(release)).toBe(false)
})

test('leaves nothing beside the release', async () => {
  const writer = openPageWriter(aside)
  beginAll(writer)
  const [file, text] = pages[30] ?? ['', '']
  await writer.move(file, text, release)
  await writer[Symbol.asyncDispose]()
  expect(readdirSync(folder)).toEqual(['release'])
})

test('keeps no page waiting for a thread that has ended', async () => {
  const writer = openPageWriter(aside)
  beginAll(writer)
  const moving = moveAll(writer)
  await writer[Symbol.asyncDispose]()
  await moving
  writer.begin('late.html', 'Late.')
  expect(await writer.move('late.html', 'Late.', release)).toBe(false)
})

test('leaves pages that it can’t write to whoever writes the release', async () => {
  await using writer = openPageWriter(aside)
  for (const [file, text] of pages.slice(0, 20)) writer.begin(file, text)
  const before = await moveAll(writer)
  expect(before.length).toBeGreaterThan(0)
  rmSync(aside, { recursive: true })
  for (const [file, text] of pages.slice(20)) writer.begin(file, text)
  for (const [file, text] of pages.slice(20)) expect(await writer.move(file, text, release)).toBe(false)
})

test('leaves all pages to whoever writes the release where the system has no thread left', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.resetModules()
  vi.doMock('node:worker_threads', () => ({
    Worker: vi.fn(function refuse() {
      throw new Error('Worker initialization failure: EAGAIN')
    }),
  }))
  const { openPageWriter: open } = await import('../../../../web/publisher/release/page-writer.ts')
  vi.doUnmock('node:worker_threads')
  {
    await using writer = open(aside)
    beginAll(writer)
    expect(await moveAll(writer)).toEqual([])
  }
  expect(readdirSync(folder)).toEqual([])
  expect(warned).toHaveBeenCalledOnce()
})
