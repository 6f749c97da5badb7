import { once } from 'node:events'
import type * as Fs from 'node:fs'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import type * as FsPromises from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { MAX_PICTURE_BYTES } from '../../../../api/contract/pictures.ts'
import { createLimiter } from '../../../../studio/lake/http/queues.ts'
import { uploadBody } from '../../../../studio/lake/http/upload-body.ts'
import { eventually } from '../../../support/eventually.ts'
import { startLake, temporaryFolder } from '../fixture.ts'

/** The disk, which a test fills: half of what is written then gets onto it. */
const disk = vi.hoisted(() => ({ isFull: false }))
const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>()
  return {
    ...fs,
    writeFileSync: (path: string, data: Buffer, options?: object) => {
      if (!disk.isFull || !path.endsWith('.part')) return fs.writeFileSync(path, data, options)
      fs.writeFileSync(path, data.subarray(0, data.length / 2), options)
      throw full()
    },
  }
})

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>()
  return {
    ...fs,
    open: async (path: string, flags?: string) => {
      const file = await fs.open(path, flags)
      if (disk.isFull && path.endsWith('.part')) file.writeFile = () => Promise.reject(full())
      return file
    },
  }
})

afterEach(() => {
  disk.isFull = false
})

function filesIn(dataDir: string): string[] {
  return ['images', 'files'].flatMap((kind) => readdirSync(join(dataDir, 'assets', kind))).toSorted()
}

async function picture(): Promise<Buffer> {
  const create = { width: 40, height: 20, channels: 3 as const, background: '#c30' }
  return sharp({ create }).png().toBuffer()
}

test.each(['image', 'file'] as const)(
  'a disk that is full refuses the upload of a %s in words, keeps nothing of it, and takes it later',
  async (kind) => {
    const { client, dataDir } = await startLake()
    const bytes = await picture()
    const before = filesIn(dataDir)
    disk.isFull = true
    await expect(client.assets.upload(kind, bytes, { filename: 'a.png' })).rejects.toMatchObject({
      statusCode: 507,
      message: expect.stringContaining('The disk of the server is full: nothing was stored.'),
    })
    expect(filesIn(dataDir)).toEqual(before)
    disk.isFull = false
    const { url } = await client.assets.upload(kind, bytes, { filename: 'a.png' })
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true)
  },
)

test('files half written in a crash are gone after the next start', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'assets/images'), { recursive: true })
  mkdirSync(join(dataDir, 'assets/files'), { recursive: true })
  writeFileSync(join(dataDir, 'assets/images/half.svg.123.part'), 'half')
  writeFileSync(join(dataDir, 'assets/files/half.part'), 'half')
  await startLake({ dataDir })
  expect(filesIn(dataDir).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a file that is larger than allowed, or is given up, leaves nothing behind', async () => {
  const { url, dataDir, client } = await startLake()
  const before = filesIn(dataDir)
  const answer = await fetch(`${url}/v1/assets/files/production`, {
    method: 'POST',
    body: Buffer.alloc(129 * 1024 * 1024),
  }).catch(() => undefined)
  expect(answer?.status ?? 413).toBe(413)

  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    `POST /v1/assets/files/production HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: 9999\r\n\r\nhalf`,
  )
  await eventually(() => expect(filesIn(dataDir).some((name) => name.endsWith('.part'))).toBe(true))
  socket.destroy()
  await eventually(() => expect(filesIn(dataDir)).toEqual(before))
  await client.assets.upload('file', Buffer.from('whole'), { filename: 'a.txt' })
})

test('takes pictures as large as a page does, and none that a publish would refuse', async () => {
  const { client } = await startLake()
  const bytes = Buffer.alloc(MAX_PICTURE_BYTES + 1)
  await expect(client.assets.upload('image', bytes, { filename: 'a.png' })).rejects.toMatchObject({
    statusCode: 413,
    message: expect.stringContaining('The file is larger than 32 MB'),
  })
})

test('a sender that stops is cut off', async () => {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('half')),
    cancel: () => void (isCancelled = true),
  })
  const read = async () => {
    for await (const chunk of uploadBody(body, 100, 50)) expect(chunk.length).toBe(4)
  }
  await expect(read()).rejects.toMatchObject({ status: 408, message: expect.stringContaining('stopped') })
  expect(isCancelled).toBe(true)
})

test('work is done a few at a time, in its order, and what is too much is refused', async () => {
  const limiter = createLimiter(2, 3)
  const ends: (() => void)[] = []
  const begun: number[] = []
  const run = (id: number) =>
    limiter.run(async () => {
      begun.push(id)
      await new Promise<void>((resolve) => void ends.push(resolve))
      if (id === 1) throw new Error('failed')
    })
  const all = Promise.allSettled([0, 1, 2, 3, 4].map(run))
  await expect(run(5)).rejects.toMatchObject({ status: 503 })
  expect(begun).toEqual([0, 1])
  for (let i = 0; i < 5; i += 1) {
    await eventually(() => expect(ends.length).toBeGreaterThan(i))
    expect(begun.length).toBeLessThanOrEqual(i + 2)
    ends[i]?.()
  }
  expect((await all).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test.each([
  ['a.html', 'text/html', 'application/octet-stream', /^attachment; filename="[0-9a-f]{40}\.html"$/],
  ['a.svg', 'image/svg+xml', 'application/octet-stream', /^attachment/],
  ['a.js', 'text/javascript', 'application/octet-stream', /^attachment/],
  ['a', 'text/html\tx', 'application/octet-stream', /^attachment; filename="[0-9a-f]{40}\.bin"$/],
  ['a.html"; x=".pdf', 'application/pdf', 'application/pdf', undefined],
  ['a.csv', 'text/csv', 'text/csv; charset=utf-8', undefined],
])(
  'a file named %j of type %j is only shown where that runs nothing',
  async (filename, contentType, type, disposition) => {
    const { client } = await startLake()
    const asset = await client.assets.upload('file', Buffer.from('<script>alert(1)</script>'), {
      filename,
      contentType,
    })
    expect(asset.mimeType).toMatch(/^[\w.+-]+\/[\w.+-]+$/)
    const { headers } = await fetch(asset.url)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*sandbox$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    if (disposition) expect(headers.get('content-disposition')).toMatch(disposition)
    else expect(headers.get('content-disposition')).toBeNull()
  },
)
