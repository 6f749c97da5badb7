import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PICTURE, startLake, temporaryFolder } from '../fixture.ts'

async function makePicture(width = 40, height = 20): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#c30' } })
    .png()
    .toBuffer()
}

async function sizeOf(response: Response) {
  expect(response.status).toBe(200)
  const { width, height, format } = await sharp(await response.arrayBuffer()).metadata()
  return { width, height, format, type: response.headers.get('content-type') }
}

test('an uploaded picture is described by its bytes, and the same bytes are the same asset', async () => {
  const { client } = await startLake()
  const bytes = await makePicture()
  const asset = await client.assets.upload('image', bytes, {
    filename: 'red.png',
    title: 'Red',
    creditLine: 'Us',
  })
  expect(asset).toMatchObject({
    _id: expect.stringMatching(/^image-[0-9a-f]{40}-40x20-png$/),
    _type: 'sanity.imageAsset',
    originalFilename: 'red.png',
    title: 'Red',
    creditLine: 'Us',
    mimeType: 'image/png',
    size: bytes.length,
    metadata: { dimensions: { width: 40, height: 20, aspectRatio: 2 }, hasAlpha: false },
  })
  expect(await client.assets.upload('image', bytes, { filename: 'other.png' })).toEqual(asset)
  const served = await fetch(asset.url)
  expect(Buffer.from(await served.arrayBuffer())).toEqual(bytes)
})

test('a file that only claims to be a picture is refused', async () => {
  const { client } = await startLake()
  const upload = client.assets.upload('image', Buffer.from('<html><script>'), {
    filename: 'a.png',
    contentType: 'image/png',
  })
  await expect(upload).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('no image'),
  })
  await expect(client.assets.upload('file', Buffer.alloc(0))).rejects.toMatchObject({ statusCode: 400 })
})

test('a picture that a busy machine does not read in time is not called damaged, and can be uploaded again', async () => {
  const { client } = await startLake()
  const bytes = await makePicture()
  const decoding = vi
    .spyOn(sharp.prototype, 'toBuffer')
    .mockRejectedValueOnce(new Error('timeout: 40% complete\nVipsImage: killed for image "temp-1"'))
  onTestFinished(() => decoding.mockRestore())
  await expect(client.assets.upload('image', bytes)).rejects.toMatchObject({
    statusCode: 503,
    message: expect.stringContaining('Try again in a moment.'),
  })
  expect(await client.assets.upload('image', bytes)).toMatchObject({ _type: 'sanity.imageAsset' })
})

test('a file is served so that nothing in it runs', async () => {
  const { client } = await startLake()
  const asset = await client.assets.upload('file', Buffer.from('<script>alert(1)</script>'), {
    filename: 'a.html',
  })
  const response = await fetch(asset.url)
  expect(response.headers.get('content-type')).toBe('application/octet-stream')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  const saved = await fetch(`${asset.url}?dl=rep"ort.html`)
  expect(saved.headers.get('content-disposition')).toBe('attachment; filename="rep_ort.html"')
})

test('a harmless SVG is kept to the byte', async () => {
  const { client } = await startLake()
  const asset = await client.assets.upload('image', Buffer.from(PICTURE), { filename: 'a.svg' })
  expect(await (await fetch(asset.url)).text()).toBe(PICTURE)
})

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a handler', '<rect width="1" height="1" onload="alert(1)"/>'],
  ['a foreign object', '<foreignObject><iframe src="https://evil.example"/></foreignObject>'],
  ['a script link', '<a href="javascript:alert(1)"><rect width="1" height="1"/></a>'],
])('an SVG loses %s', async (_, part) => {
  const { client } = await startLake()
  const picture = PICTURE.replace('</svg>', `${part}</svg>`)
  const asset = await client.assets.upload('image', Buffer.from(picture), { filename: 'a.svg' })
  const text = await (await fetch(asset.url)).text()
  expect(text).toContain('fill="#c30"')
  expect(text).not.toMatch(/alert|iframe|foreignObject/)
})

test('an SVG in an encoding that hides it is refused', async () => {
  const { client } = await startLake()
  const picture = Buffer.from(
    `\ufeff${PICTURE.replace('</svg>', '<script>alert(1)</script></svg>')}`,
    'utf16le',
  )
  await expect(client.assets.upload('image', picture)).rejects.toMatchObject({ statusCode: 400 })
})

test('an SVG keeps references within itself and loses those to elsewhere', async () => {
  const { client } = await startLake()
  const inner = PICTURE.replace('</svg>', '<defs><path id="p" d="M0 0h1v1z"/></defs><use href="#p"/></svg>')
  const same = await client.assets.upload('image', Buffer.from(inner))
  expect(await (await fetch(same.url)).text()).toBe(inner)
  const outer = inner.replace(
    '<use href="#p"/>',
    '<use href="https://evil.example/x.svg#p"/><image href="//evil.example"/>',
  )
  const changed = await client.assets.upload('image', Buffer.from(outer))
  expect(await (await fetch(changed.url)).text()).not.toContain('evil.example')
})

test('an SVG that declares entities is refused', async () => {
  const { client } = await startLake()
  const picture = `<!DOCTYPE svg [<!ENTITY x "y">]>${PICTURE}`
  await expect(client.assets.upload('image', Buffer.from(picture))).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('entities'),
  })
})

test.each([
  ['w=20', { width: 20, height: 10, format: 'png' }],
  ['w=20&dpr=2', { width: 40, height: 20, format: 'png' }],
  ['h=5&fm=webp&q=50', { width: 10, height: 5, format: 'webp' }],
  ['w=10&h=10&fit=crop', { width: 10, height: 10 }],
  ['w=10&h=10&fit=scale&fm=jpg', { width: 10, height: 10, format: 'jpeg' }],
  ['w=400&fit=max', { width: 40, height: 20 }],
  ['rect=10,0,8,16', { width: 8, height: 16 }],
  ['rect=0,0,20,20&w=10', { width: 10, height: 10 }],
  ['auto=format', { format: 'webp', type: 'image/webp' }],
])('a picture is had as asked for: %s', async (ask, expected) => {
  const { client } = await startLake()
  const { url } = await client.assets.upload('image', await makePicture())
  const response = await fetch(`${url}?${ask}`, { headers: { accept: 'image/webp,*/*' } })
  expect(await sizeOf(response)).toMatchObject(expected)
})

test('a PNG that is made smaller keeps its colours', async () => {
  const { client } = await startLake()
  const [width, height] = [256, 256]
  const pixels = Buffer.from(
    Array.from({ length: width * height }, (_, index) => [
      index % width,
      Math.floor(index / width),
      128,
    ]).flat(),
  )
  const gradient = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  const { url } = await client.assets.upload('image', gradient)
  const smaller = sharp(await (await fetch(`${url}?w=128`)).arrayBuffer())
  expect(await smaller.metadata()).toMatchObject({ format: 'png', width: 128, isPalette: false })
  const { data, info } = await smaller.raw().toBuffer({ resolveWithObject: true })
  const colours = new Set(
    Array.from({ length: 128 * 128 }, (_, index) =>
      data.subarray(index * info.channels, index * info.channels + 3).toString('hex'),
    ),
  )
  expect(colours.size).toBeGreaterThan(10_000)
})

test.each([['w=0'], ['w=wide'], ['q=101'], ['fit=stretch'], ['fm=exe'], ['rect=1,2'], ['rect=30,0,20,20']])(
  'what cannot be made is refused: %s',
  async (ask) => {
    const { client } = await startLake()
    const { url } = await client.assets.upload('image', await makePicture())
    expect((await fetch(`${url}?${ask}`)).status).toBe(400)
  },
)

test('a vector picture stays one unless pixels are asked for', async () => {
  const { client } = await startLake()
  const { url } = await client.assets.upload('image', Buffer.from(PICTURE))
  expect((await fetch(`${url}?w=100`)).headers.get('content-type')).toBe('image/svg+xml')
  expect(await sizeOf(await fetch(`${url}?w=8&fm=png`))).toMatchObject({ width: 8, height: 4, format: 'png' })
})

test('an upload beyond the limit is stopped', async () => {
  const { url } = await startLake()
  const response = await fetch(`${url}/v1/assets/images/production`, {
    method: 'POST',
    body: Buffer.alloc(33 * 1024 * 1024),
  }).catch(() => undefined)
  expect(response?.status ?? 413).toBe(413)
})

test('an asset keeps its address right wherever the lake is reached, even when its document is written back', async () => {
  const dataDir = temporaryFolder()
  const first = await startLake({ dataDir })
  const asset = await first.client.assets.upload('image', await makePicture())
  const document = await first.client.getDocument(asset._id)
  await first.client.createOrReplace({
    ...document,
    _id: asset._id,
    _type: 'sanity.imageAsset',
    title: 'Again',
  })
  await first.stop()
  const { client, url } = await startLake({ dataDir })
  const again = await client.getDocument(asset._id)
  expect(again).toMatchObject({ title: 'Again', url: expect.stringMatching(`^${url}/images/`) })
  expect((await fetch(String(again?.['url']))).status).toBe(200)
})

test('the bytes of a picture go with its document, and come back with a new upload', async () => {
  const { client } = await startLake()
  const bytes = await makePicture()
  const { _id, url } = await client.assets.upload('image', bytes)
  const picture = { _type: 'image', asset: { _type: 'reference', _ref: _id } }
  await client.create({ _id: 'shows', _type: 'pillar', picture })
  await expect(client.delete(_id)).rejects.toMatchObject({ statusCode: 409 })
  expect((await fetch(url)).status).toBe(200)
  await client.delete('shows')
  await client.delete(_id)
  expect((await fetch(url)).status).toBe(404)
  expect((await fetch(`${url}?w=10`)).status).toBe(404)
  await client.assets.upload('image', bytes)
  expect((await fetch(url)).status).toBe(200)
})

test('bytes that another document describes too stay until both are gone', async () => {
  const { client } = await startLake()
  const { _id, url, path } = await client.assets.upload('file', Buffer.from('one'), { filename: 'a.txt' })
  await client.create({ _id: 'file-twin', _type: 'sanity.fileAsset', path })
  await client.delete(_id)
  expect((await fetch(url)).status).toBe(200)
  await client.delete('file-twin')
  expect((await fetch(url)).status).toBe(404)
})

test('a document that names a file outside of the assets takes nothing away', async () => {
  const { client, dataDir } = await startLake()
  await client.create({ _id: 'file-evil', _type: 'sanity.fileAsset', path: 'files/../../lake.db' })
  await client.delete('file-evil')
  expect(existsSync(join(dataDir, 'lake.db'))).toBe(true)
})
