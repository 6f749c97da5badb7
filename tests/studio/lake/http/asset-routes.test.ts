import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAnswers } from '../../../../studio/lake/thread/answers.ts'
import { startLake } from '../fixture.ts'

const TOKEN = 'a-token-that-nobody-guesses'
const KB = 1024

interface Asking {
  address?: string
  method?: string
  token?: string
  signal?: AbortSignal
}

/** A lake with a picture that nothing makes smaller, of more than 400 kB. */
async function startWithPicture() {
  const { lake, clientWith } = await startLake({ token: TOKEN })
  const raw = { width: 400, height: 400, channels: 3 as const }
  const noise = await sharp(randomBytes(400 * 400 * 3), { raw })
    .png()
    .toBuffer()
  const { path } = await clientWith({ token: TOKEN }).assets.upload('image', noise)
  const ask = (search = '', { address = '10.0.0.1', method = 'GET', token = '', ...init }: Asking = {}) => {
    const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
    const request = new Request(`http://127.0.0.1:5100/${path}${search}`, { ...init, headers, method })
    return lake.fetch(request, { forwarded: false, address })
  }
  return { ask, noise }
}

test.each(['', '?w=350'])(
  'a stranger leaves sixty answers unread, and editors get theirs: %s',
  async (search) => {
    const { ask } = await startWithPicture()
    // Answers to HEAD have no body to leave unread.
    for (let count = 0; count < 60; count += 1) await ask(search, { method: 'HEAD' })
    const unread: Response[] = []
    for (let count = 0; count < 60; count += 1) unread.push(await ask(search))
    expect(new Set(unread.map(({ status }) => status))).toEqual(new Set([200]))

    const refused = await ask(search)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    expect(await refused.json()).toMatchObject({
      error: { description: 'You have 60 answers under way already. Read some of them first.' },
    })
    expect((await ask(search, { address: '10.0.0.2' })).status).toBe(200)
    expect((await ask(search, { token: TOKEN })).status).toBe(200)

    await unread[0]?.arrayBuffer()
    await unread[1]?.body?.cancel()
    expect([(await ask(search)).status, (await ask(search)).status]).toEqual([200, 200])
    expect((await ask(search)).status).toBe(429)
  },
)

test('pictures that a stranger has made keep nobody else from having one made', async () => {
  const { ask } = await startWithPicture()
  const stranger = Array.from({ length: 130 }, (_, index) => ask(`?w=${300 - index}`))
  const other = ask('?w=120', { address: '10.0.0.2' })
  const editor = ask('?w=200', { token: TOKEN })
  expect([(await editor).status, (await other).status]).toEqual([200, 200])
  const statuses = (await Promise.all(stranger)).map(({ status }) => status)
  expect(new Set(statuses.slice(120))).toEqual(new Set([429]))
  expect(statuses).toContain(200)
})

test('a stranger who leaves before the pictures are made waits for none of them, and nothing is logged', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => log.mockRestore())
  const { ask } = await startWithPicture()
  const leaving = new AbortController()
  const { signal } = leaving
  const left = Array.from({ length: 120 }, (_, index) => ask(`?w=${300 - index}`, { signal }))
  expect((await ask('?w=120')).status).toBe(429)
  leaving.abort()
  await Promise.all(left)
  expect((await ask('?w=120')).status).toBe(200)
  expect(log).not.toHaveBeenCalled()
})

test('an editor gets a picture at once that strangers wait for', async () => {
  const { ask } = await startWithPicture()
  const answered: string[] = []
  const strangers = Array.from({ length: 40 }, async (_, index) => {
    const { body } = await ask(`?w=${300 - index}`)
    answered.push('stranger')
    await body?.cancel()
  })
  const editor = ask(`?w=261`, { token: TOKEN }).then(() => answered.push('editor'))
  await Promise.all([...strangers, editor])
  expect(answered.indexOf('editor')).toBeLessThan(5)
})

test('editors and readers of a shared draft can load all pictures of a page at once', async () => {
  const { ask } = await startWithPicture()
  for (const token of ['', TOKEN]) {
    const width = token === '' ? 40 : 80
    const pictures = Array.from({ length: 30 }, (_, index) => ask(`?w=${width + index}`, { token }))
    const statuses = (await Promise.all(pictures)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
  }
})

test('a resized picture is sent in parts, which together have the length that its headers name', async () => {
  const { ask } = await startWithPicture()
  const { body, headers } = await ask('?w=350')
  const parts: Uint8Array[] = []
  for await (const part of body ?? []) parts.push(part)
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.every(({ length }) => length <= 64 * KB)).toBe(true)
  const whole = Buffer.concat(parts)
  expect(headers.get('content-length')).toBe(String(whole.length))
  expect((await sharp(whole).metadata()).width).toBe(350)
})

test('wrong tokens that ask for a picture are counted as anywhere else', async () => {
  const { ask } = await startWithPicture()
  const statuses = []
  for (let tries = 0; tries < 30; tries += 1) statuses.push((await ask('', { token: 'guessed' })).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429])
})

test('an answer that comes after its reader has left is cancelled', async () => {
  const answering = Promise.withResolvers<Response>()
  const left = Promise.withResolvers<string>()
  const answers = createAnswers(
    () => answering.promise,
    () => undefined,
  )
  const asked = { method: 'GET', url: 'http://localhost/', headers: [], sender: undefined, body: undefined }
  answers.take({ type: 'request', id: 1, ...asked })
  answers.take({ type: 'abort', id: 1 })
  const body = new ReadableStream<Uint8Array>({ cancel: () => left.resolve('left') })
  answering.resolve(new Response(body, { headers: { 'content-length': String(300 * KB) } }))
  expect(await left.promise).toBe('left')
})
