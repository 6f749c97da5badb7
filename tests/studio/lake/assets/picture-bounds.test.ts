import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import * as told from '../../../../api/contract/pictures.ts'
import * as bounds from '../../../../studio/lake/assets/decode.ts'
import { clientOf, root } from '../../../support/lake.ts'
import { PICTURE, startLake, temporaryFolder, writeSeed } from '../fixture.ts'

/** Of 40 × 20 px, as a PNG. */
async function makePicture(): Promise<Buffer> {
  const create = { width: 40, height: 20, channels: 3 as const, background: '#c30' }
  return sharp({ create }).png().toBuffer()
}

async function sizeOf(response: Response) {
  expect(response.status).toBe(200)
  const { width, height } = await sharp(await response.arrayBuffer()).metadata()
  return [width, height]
}

test.each([
  ['w=400', [40, 20]],
  ['h=400', [40, 20]],
  ['w=4096&h=4096', [40, 20]],
  ['w=30&dpr=3', [40, 20]],
  ['w=400&h=400&fit=crop', [20, 20]],
  ['w=400&h=200&fit=scale', [40, 20]],
  ['w=4000&h=10&fit=scale', [40, 1]],
  ['w=400&h=400&fit=fill', [20, 20]],
  ['w=400&h=400&fit=fillmax', [20, 20]],
  ['w=400&h=400&fit=min', [40, 20]],
  ['rect=0,0,10,10&w=400', [10, 10]],
])('a picture is never made larger than it is: %s', async (ask, expected) => {
  const { client } = await startLake()
  const { url } = await client.assets.upload('image', await makePicture())
  expect(await sizeOf(await fetch(`${url}?${ask}`))).toEqual(expected)
})

test.each([
  ['fm=png', [4, 2]],
  ['fm=png&w=4096', [2048, 1024]],
  ['fm=webp&w=4096&h=4096&fit=scale&q=97', [1024, 1024]],
  ['fm=png&w=4096&h=4096&fit=min', [2048, 1024]],
])('a vector picture is drawn in pixels up to a bound: %s', async (ask, expected) => {
  const { client } = await startLake()
  const { url } = await client.assets.upload('image', Buffer.from(PICTURE))
  expect(await sizeOf(await fetch(`${url}?${ask}`))).toEqual(expected)
})

test('a request beyond the bounds is refused with a sentence', async () => {
  const { client } = await startLake()
  const { url } = await client.assets.upload('image', Buffer.from(PICTURE))
  const answer = await fetch(`${url}?w=8110&h=8192&fm=webp&fit=scale&q=97`)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    error: { description: '"8110" is no value for w: it takes a number from 1 to 4096.' },
  })
})

test('the form of a picture names the bounds that an upload has', () => {
  const { MAX_PICTURE_SIDE, MAX_PICTURE_PIXELS, MAX_AVIF_PIXELS } = told
  expect([MAX_PICTURE_SIDE, MAX_PICTURE_PIXELS, MAX_AVIF_PIXELS]).toEqual([
    bounds.MAX_SIDE,
    bounds.MAX_PIXELS,
    bounds.MAX_AVIF_PIXELS,
  ])
})

test.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
  ['a side too long', () => flat(8193, 1, 'png'), /8193 × 1 pixels.*8192 a side/],
  ['too many pixels', () => flat(8000, 7000, 'png'), /8000 × 7000 pixels.*50 megapixels/],
  ['over a hundred megapixels', () => flat(12_000, 9_000, 'png'), /12000 × 9000 pixels.*50 megapixels/],
  ['frames that are too large together', () => animation(1000, 1000, 201), /201 frames.*200 megapixels/],
  ['a hundred thousand frames of a pixel', () => animation(1, 1, 100_000), /100000 frames.*2000 frames/],
  ['an AVIF of half as much', () => largeAvif(5000, 4000), /5000 × 4000 pixels.*AVIF.*16 megapixels/],
  [
    'a PNG with gigabytes of text',
    () => withTexts(600, 7_000_000),
    /compressed texts or a .* more than 4 MB/,
  ],
  ['a PNG with a huge colour profile', () => withProfile(50_000_000), /colour profile of more than 4 MB/],
  ['a TIFF', () => flat(10, 10, 'tiff'), /TIFF.*PNG, JPEG, WebP, GIF, AVIF or SVG/],
  ['a HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), /HEIC.*PNG, JPEG/],
  ['a PNG that is cut short', async () => (await makePicture()).subarray(0, 60), /no image|cut short/],
  ['a name of another format', () => Buffer.from('\x89PNG\r\n\x1a\n<svg/>', 'latin1'), /no image/],
])('an upload of %s is refused in words', async (_, make, sentence) => {
  const { client } = await startLake()
  await expect(client.assets.upload('image', await make(), { filename: 'a.png' })).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringMatching(sentence),
  })
})

async function flat(width: number, height: number, format: 'png' | 'tiff'): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: '#c30' }
  return sharp({ create }).toFormat(format).toBuffer()
}

/** An AVIF whose header says that it is larger than it is: to make one takes half a minute. */
async function largeAvif(width: number, height: number): Promise<Buffer> {
  const create = { width: 40, height: 20, channels: 3 as const, background: '#c30' }
  const avif = await sharp({ create }).avif().toBuffer()
  const size = avif.indexOf('ispe') + 8
  avif.writeUInt32BE(width, size)
  avif.writeUInt32BE(height, size + 4)
  return avif
}

/** A PNG with so many texts of so many bytes each, a thousandth of which they take. */
async function withTexts(count: number, bytes: number): Promise<Buffer> {
  const png = await makePicture()
  return withChunks(png, count, 'zTXt', deflateSync(Buffer.alloc(bytes, 'a')))
}

async function withProfile(bytes: number): Promise<Buffer> {
  return withChunks(await makePicture(), 1, 'iCCP', deflateSync(Buffer.alloc(bytes)))
}

/** A PNG with so many named chunks of compressed data behind its header. */
function withChunks(png: Buffer, count: number, name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(`${name}Name\0\0`), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  const afterHeader = 33
  const texts = Array<Buffer>(count).fill(chunk)
  return Buffer.concat([png.subarray(0, afterHeader), ...texts, png.subarray(afterHeader)])
}

test('texts and a colour profile of a PNG are no obstacle where they say what programs say', async () => {
  const { client } = await startLake()
  const profiled = await sharp(await makePicture())
    .withIccProfile('p3')
    .png()
    .toBuffer()
  expect(profiled.includes('iCCP')).toBe(true)
  await expect(client.assets.upload('image', profiled)).resolves.toMatchObject({ extension: 'png' })
  const picture = await withTexts(30, 100_000)
  await expect(client.assets.upload('image', picture)).resolves.toMatchObject({ extension: 'png' })
})

/** A GIF of frames that are all alike: its header, then as many times the same frame. */
async function animation(width: number, height: number, frames: number): Promise<Buffer> {
  const pages = Buffer.alloc(width * height * 3 * 2)
  pages.fill(255, width * height * 3)
  const raw = { width, height: height * 2, channels: 3 as const, pageHeight: height }
  const gif = await sharp(pages, { raw })
    .gif({ delay: [100, 100] })
    .toBuffer()
  const [head, ...blocks] = split(gif)
  return Buffer.concat([
    head ?? gif,
    ...Array.from({ length: frames - 1 }, () => blocks[0] ?? gif),
    blocks[1] ?? gif,
  ])
}

/** A GIF before its first frame, its first frame, and the rest. */
function split(gif: Buffer): Buffer[] {
  const first = gif.indexOf(Buffer.from([0x21, 0xf9, 0x04]))
  const second = gif.indexOf(Buffer.from([0x21, 0xf9, 0x04]), first + 8)
  return [gif.subarray(0, first), gif.subarray(first, second), gif.subarray(second)]
}

async function startProcess(): Promise<{ url: string; peak: () => number }> {
  const file = join(root, 'tests/faults/support/lake-process.ts')
  const child = spawn(process.execPath, [file, temporaryFolder(), writeSeed()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [url] = await once(createInterface(child.stdout), 'line')
  const status = () => readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return { url: String(url), peak: () => Number(/VmHWM:\s*(\d+)/.exec(status())?.[1]) / 1024 }
}

test.skipIf(process.platform !== 'linux')(
  'pictures that many ask for at once are made a few at a time, and the rest is told to come again',
  async () => {
    const { url, peak } = await startProcess()
    const client = clientOf(url)
    const circles = '<circle cx="50%" cy="50%" r="40%" fill-opacity=".5"/>'.repeat(5)
    const vector = await client.assets.upload(
      'image',
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800">${circles}</svg>`),
    )
    const before = peak()
    // Hundreds wait, as a browser asks for all pictures of a page at once.
    const large = Array.from({ length: 13 }, (_, i) => 4096 - i)
    const sizes = [...large, ...Array.from({ length: 520 }, (_, i) => 8 + i)]
    const asks = sizes.map((size) => `?w=${size}&h=${size}&fm=webp&fit=scale&q=95`)
    const answers = await Promise.all(asks.map((one) => fetch(vector.url + one)))
    const counts = Map.groupBy(answers, ({ status }) => status)
    await Promise.all(answers.map((answer) => answer.arrayBuffer()))
    console.info(
      `${asks.length} pictures of up to 4096 × 4096 px asked for at once: ${counts.get(200)?.length} made, ` +
        `memory from ${Math.round(before)} to ${Math.round(peak())} MB.`,
    )
    expect(new Set(counts.keys())).toEqual(new Set([200, 503]))
    expect(counts.get(200)?.length).toBeGreaterThan(400)
    expect(counts.get(503)?.every(({ headers }) => headers.get('retry-after') === '3')).toBe(true)
    expect(peak() - before).toBeLessThan(400)
    expect((await fetch(vector.url + asks.at(-1))).status).toBe(200)
  },
  120_000,
)
