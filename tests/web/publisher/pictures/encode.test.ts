import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { PICTURE_SLOTS } from '../../../../api/contract/pictures.ts'
import { encode } from '../../../../web/publisher/pictures/encode.ts'
import type { Frame } from '../../../../web/ui/pictures/frame.ts'
import { variantName, type Original, type Variant } from '../../../../web/ui/pictures/variant.ts'
import { extensionOf } from '../support/pictures.ts'

function original(width: number, height: number, extension: string): Original {
  return { sha1: 'a'.repeat(40), width, height, extension }
}

function variant(own: Original, more: Partial<Variant> = {}): Variant {
  const frame: Frame = { left: 0, top: 0, width: own.width, height: own.height }
  return { original: own, slot: 'wide', frame, width: 40, height: 20, format: 'png', ...more }
}

/** Red at the left, blue at the right. */
function halves(width: number, height: number): Sharp {
  const blue = { create: { width: width / 2, height, channels: 3 as const, background: '#00f' } }
  return sharp({ create: { width, height, channels: 3, background: '#f00' } }).composite([
    { input: blue, left: width / 2, top: 0 },
  ])
}

async function one(bytes: Buffer, wanted: Variant): Promise<Buffer> {
  const made = await encode(bytes, wanted.original, [wanted])
  const [name, file] = [...made][0] ?? []
  expect(name).toBe(variantName(wanted))
  return file ?? Buffer.alloc(0)
}

async function colourOf(file: Buffer): Promise<string> {
  const { data } = await sharp(file).resize(1, 1).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [red = 0, , blue = 0] = data
  if (red > 200 && blue < 60) return 'red'
  return blue > 200 && red < 60 ? 'blue' : `${red}, ${blue}`
}

test.each(['png', 'jpeg', 'webp', 'avif'] as const)('a part of a %s is made in each format', async (from) => {
  const own = original(400, 200, from === 'jpeg' ? 'jpg' : from)
  const bytes = await halves(400, 200).toFormat(from).toBuffer()
  const right: Frame = { left: 220, top: 20, width: 160, height: 80 }
  const formats = ['avif', 'webp', 'png', 'jpg'] as const
  const made = await encode(
    bytes,
    own,
    formats.map((format) => variant(own, { frame: right, format })),
  )
  expect(made.size).toBe(formats.length)
  for (const [name, file] of made) {
    const { width, height, format } = await sharp(file).metadata()
    expect([width, height]).toEqual([40, 20])
    expect(name.endsWith(`.${extensionOf(format)}`)).toBe(true)
    expect(await colourOf(file)).toBe('blue')
  }
})

test('a part of a vector picture is drawn in the size that is wanted, not enlarged from its own', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="12"><path fill="red" d="M0 0h12v12H0z"/><path fill="blue" d="M12 0h12v12H12z"/></svg>',
  )
  const own = original(24, 12, 'svg')
  const file = await one(svg, variant(own, { width: 1200, height: 600 }))
  expect(await sharp(file).metadata()).toMatchObject({ width: 1200, height: 600 })
  // The edge between the two takes one column of pixels; an enlarged one takes fifty.
  const { data, info } = await sharp(file)
    .extract({ left: 590, top: 300, width: 20, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const mixed = Array.from({ length: info.width }, (_, i) => data[i * info.channels] ?? 0).filter(
    (red) => red > 10 && red < 245,
  )
  expect(mixed.length).toBeLessThanOrEqual(2)
})

test('a photograph that a camera held upright is shown upright', async () => {
  const bytes = await halves(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  // Turned to the right: what was left is at the top.
  const own = original(200, 400, 'jpg')
  const top: Frame = { left: 0, top: 0, width: 200, height: 150 }
  expect(await colourOf(await one(bytes, variant(own, { frame: top, width: 40, height: 30 })))).toBe('red')
})

test('transparency stays where the format knows it, and is paper where it does not', async () => {
  const create = { width: 80, height: 40, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } }
  const bytes = await sharp({ create }).png().toBuffer()
  const own = original(80, 40, 'png')
  expect(await sharp(await one(bytes, variant(own, { format: 'webp' }))).stats()).toMatchObject({
    isOpaque: false,
  })
  const { channels } = await sharp(await one(bytes, variant(own, { format: 'jpg' }))).stats()
  expect(channels.map(({ min }) => min)).toEqual([255, 255, 255])
})

test('of a picture that moves, its first moment is shown', async () => {
  const frames = await Promise.all(
    ['#f00', '#00f'].map((background) =>
      sharp({ create: { width: 60, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const bytes = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(bytes).metadata()).pages).toBe(2)
  const file = await one(bytes, variant(original(60, 30, 'gif'), { format: 'webp' }))
  expect((await sharp(file).metadata()).pages ?? 1).toBe(1)
  expect(await colourOf(file)).toBe('red')
})

test('quality gives way to the weight that the slot may have', async () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 80 }
  const create = { width: 480, height: 600, channels: 3 as const, background: '#888', noise }
  const bytes = await sharp({ create }).png().toBuffer()
  const own = original(480, 600, 'png')
  const heavy = variant(own, { width: 480, height: 600, format: 'jpg', slot: 'wide' })
  const light = { ...heavy, slot: 'portrait' as const }
  const [full, less] = [await one(bytes, heavy), await one(bytes, light)]
  expect(full.length).toBeGreaterThan(PICTURE_SLOTS.portrait.maxBytes)
  expect(less.length).toBeLessThan(full.length)
})

describe('refuses', () => {
  test('a picture that was cut short', async () => {
    const bytes = await halves(400, 200).png({ compressionLevel: 0 }).toBuffer()
    const own = original(400, 200, 'png')
    await expect(encode(bytes.subarray(0, bytes.length / 2), own, [variant(own)])).rejects.toThrow()
  })

  test('a small file that would fill the memory', async () => {
    const create = { width: 9000, height: 9000, channels: 3 as const, background: '#fff' }
    const bytes = await sharp({ create }).png().toBuffer()
    expect(bytes.length).toBeLessThan(1_000_000)
    const own = original(9000, 9000, 'png')
    await expect(encode(bytes, own, [variant(own)])).rejects.toThrow(/pixel limit/)
  })

  test('what is no picture', async () => {
    const own = original(400, 200, 'png')
    await expect(encode(Buffer.from('<html></html>'), own, [variant(own)])).rejects.toThrow()
  })
})
