import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { readFile } from '../../../../studio/tools/pictures/file-fault.ts'

const still = sharp({ create: { width: 8, height: 8, channels: 3, background: '#c30' } })

async function bytesOf(
  format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif' | 'tiff',
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await still.clone().toFormat(format).toBuffer())
}

test.each(['png', 'jpeg', 'webp', 'avif'] as const)('a %s is one, whatever its name says', async (format) => {
  expect(await readFile(new File([await bytesOf(format)], 'menu.pdf'))).toEqual({ type: `image/${format}` })
})

function svgOf(size: number): File {
  return new File(['<svg ', ' '.repeat(size - 5)], 'logo.svg')
}

test('an SVG is one up to what visitors should get', async () => {
  expect(await readFile(svgOf(500_000))).toEqual({ type: 'image/svg+xml' })
  expect(await readFile(svgOf(500_001))).toEqual({
    fault:
      '“logo.svg” has 501 kB, and visitors get an SVG as it is: at most 500 kB. Simplify it, or save it as PNG.',
  })
})

test.each([
  ['an empty file', new File([], 'logo.png'), /^“logo.png” is empty/],
  [
    'a text',
    new File(['Dear all'], 'logo.png'),
    /^“logo.png” is not a picture. Upload a PNG, JPEG, WebP, AVIF or SVG/,
  ],
  ['a page', new File(['<!doctype html><svg/>'], 'logo.svg'), /is not a picture/],
  ['what a phone takes', new File(['\0\0\0\x18ftypheic'], 'IMG_1.HEIC'), /HEIC.*JPEG/],
])('%s is refused in plain words', async (_, file, words) => {
  expect(await readFile(file)).toEqual({ fault: expect.stringMatching(words) })
})

test('a GIF, a TIFF and what moves are refused in plain words', async () => {
  expect(await readFile(new File([await bytesOf('gif')], 'a.gif'))).toMatchObject({
    fault: expect.stringContaining('GIF'),
  })
  expect(await readFile(new File([await bytesOf('tiff')], 'a.tif'))).toMatchObject({
    fault: expect.stringContaining('Save it as JPEG'),
  })
  const frames = await Promise.all(
    ['#f00', '#00f'].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const moving = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  expect(await readFile(new File([new Uint8Array(moving)], 'a.webp'))).toEqual({
    fault: '“a.webp” is animated, and visitors could not stop it. Upload a still picture.',
  })
})

test('a file that can’t be read any more is refused in plain words', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'drive-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const stored = path.join(folder, 'photo.jpg')
  writeFileSync(stored, await bytesOf('jpeg'))
  const file = new File([await openAsBlob(stored)], 'photo.jpg')
  expect(await readFile(file)).toEqual({ type: 'image/jpeg' })
  rmSync(stored)
  expect(await readFile(file)).toEqual({
    fault: '“photo.jpg” could not be read. Copy it to this computer, then upload it.',
  })
})

test('a file that is too large is refused before it is sent', async () => {
  const file = new File([await bytesOf('jpeg'), new Uint8Array(32_000_000)], 'tower.jpg')
  expect(await readFile(file)).toEqual({
    fault: expect.stringMatching(/^“tower.jpg” has 33 MB: at most 32 MB/),
  })
})
