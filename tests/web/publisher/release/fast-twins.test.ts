import { brotliDecompressSync } from 'node:zlib'
import { expect, it, vi } from 'vitest'
import { openFastTwins } from '../../../../web/publisher/release/fast-twins.ts'

const pages = Array.from(
  { length: 40 },
  (_, i) => [`${i}.html`, `<p>Page ${i} – “ö”</p>`.repeat(200)] as const,
)

it('compresses the pages of a large site, each under its own name', async () => {
  using twins = openFastTwins()
  for (const [file, text] of pages) twins.begin(file, text)
  const taken = await Promise.all(
    pages.map(async ([file, text]) => ({ text, twin: await twins.take(file, text) })),
  )
  const made = taken.filter(({ twin }) => twin !== undefined)
  expect(made.length).toBeGreaterThan(20)
  for (const { text, twin } of made) expect(brotliDecompressSync(twin ?? '').toString()).toBe(text)
})

it('leaves the texts of a small site to whoever writes them', async () => {
  using twins = openFastTwins()
  const few = pages.slice(0, 12)
  for (const [file, text] of few) twins.begin(file, text)
  for (const [file, text] of few) expect(await twins.take(file, text)).toBeUndefined()
})

it('gives nothing for a text that was drawn anew since', async () => {
  using twins = openFastTwins()
  for (const [file, text] of pages) twins.begin(file, text)
  const [file = ''] = pages[30] ?? []
  expect(await twins.take(file, 'Another text.')).toBeUndefined()
})

it('lets nobody wait for a thread that is gone', async () => {
  const twins = openFastTwins()
  for (const [file, text] of pages) twins.begin(file, text)
  const taking = pages.map(([file, text]) => twins.take(file, text))
  twins[Symbol.dispose]()
  expect(await Promise.all(taking)).toHaveLength(pages.length)
  twins.begin('late.html', 'Late.')
  expect(await twins.take('late.html', 'Late.')).toBeUndefined()
})

it('leaves all texts to whoever writes them where the system has no thread left', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.resetModules()
  vi.doMock('node:worker_threads', () => ({
    Worker: vi.fn(function refuse() {
      throw new Error('Worker initialization failure: EAGAIN')
    }),
  }))
  const { openFastTwins: open } = await import('../../../../web/publisher/release/fast-twins.ts')
  vi.doUnmock('node:worker_threads')
  using twins = open()
  for (const [file, text] of pages) twins.begin(file, text)
  for (const [file, text] of pages) expect(await twins.take(file, text)).toBeUndefined()
  expect(warned).toHaveBeenCalledOnce()
})
