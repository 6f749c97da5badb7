import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isAnimated, pictureFormat } from '../../../api/contract/pictures.ts'

const still = sharp({ create: { width: 8, height: 8, channels: 3, background: '#c30' } })

test.each([
  ['png', 'png'],
  ['jpeg', 'jpg'],
  ['webp', 'webp'],
  ['avif', 'avif'],
  ['gif', 'gif'],
  ['tiff', 'tiff'],
] as const)('the bytes of a %s tell what it is', async (format, name) => {
  const bytes = await still.clone().toFormat(format).toBuffer()
  expect(pictureFormat(bytes)).toBe(name)
})

test.each<[string, string | undefined]>([
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
  ['\u{FEFF}<?xml version="1.0"?>\n<svg/>', 'svg'],
  ['<!-- Made by hand --><svg/>', 'svg'],
  ['<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x"><svg/>', 'svg'],
  ['<x:svg xmlns:x="http://www.w3.org/2000/svg"/>', 'svg'],
  ['<!DOCTYPE html><svg/>', undefined],
  ['<html><svg/></html>', undefined],
  ['\0\0\0\x18ftypheic', 'heic'],
  ['%PDF-1.7', undefined],
  ['', undefined],
])('%j is taken for %s', (text, format) => {
  expect(pictureFormat(Buffer.from(text))).toBe(format)
})

async function moving(format: 'webp' | 'gif'): Promise<Buffer> {
  const frames = ['#f00', '#00f'].map((background) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

test('animated pictures are recognised, and still ones are not taken for them', async () => {
  expect(isAnimated(await moving('webp'))).toBe(true)
  expect(isAnimated(await moving('gif'))).toBe(true)
  for (const format of ['png', 'jpeg', 'webp', 'avif'] as const)
    expect(isAnimated(await still.clone().toFormat(format).toBuffer())).toBe(false)
  const png = await still.clone().png().toBuffer()
  // A chunk that announces frames, behind the header's 33 bytes, and as text behind the picture.
  expect(
    isAnimated(Buffer.concat([png.subarray(0, 33), Buffer.from('\0\0\0\x08acTL'), png.subarray(33)])),
  ).toBe(true)
  expect(isAnimated(Buffer.concat([png, Buffer.from('acTL')]))).toBe(false)
})
