import { expect, test } from 'vitest'
import { startLake } from '../fixture.ts'

const BYTES = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251))

async function startFilm() {
  const { client } = await startLake()
  const { url } = await client.assets.upload('file', BYTES, {
    filename: 'film.mp4',
    contentType: 'video/mp4',
  })
  return (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { method, headers })
}

test.each([
  ['bytes=0-1', 0, 1],
  ['bytes=0-', 0, 199_999],
  ['bytes=65000-140000', 65_000, 140_000],
  ['bytes=199990-999999', 199_990, 199_999],
  ['bytes=-10', 199_990, 199_999],
  ['bytes=-999999', 0, 199_999],
])('a part of a file is sent: %s', async (range, start, end) => {
  const get = await startFilm()
  const response = await get({ range })
  expect(response.status).toBe(206)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'content-length': String(end - start + 1),
    'content-range': `bytes ${start}-${end}/200000`,
  })
  expect(Buffer.from(await response.arrayBuffer()).equals(BYTES.subarray(start, end + 1))).toBe(true)
})

test.each(['bytes=200000-', 'bytes=200000-200001', 'bytes=-0'])(
  'a part that the file does not have is refused: %s',
  async (range) => {
    const get = await startFilm()
    const response = await get({ range })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */200000')
    expect(await response.text()).toBe('')
  },
)

test.each([
  {},
  { range: 'bytes=0-1,5-6' },
  { range: 'bytes=5-2' },
  { range: 'bytes=-' },
  { range: 'pages=1-2' },
  { range: 'bytes=0-1', 'if-range': '"another"' },
])('the whole file is sent where no valid part is asked for: %j', async (headers) => {
  const get = await startFilm()
  const response = await get({ ...headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('accept-ranges')).toBe('bytes')
  expect(Buffer.from(await response.arrayBuffer()).equals(BYTES)).toBe(true)
})

test('the head of a file names its length, and says that parts can be asked for', async () => {
  const get = await startFilm()
  const { status, headers } = await get({ range: 'bytes=0-1' }, 'HEAD')
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': '200000' })
})
