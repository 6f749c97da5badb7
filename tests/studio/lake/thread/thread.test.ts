import { getEventListeners } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { LakeOptions } from '../../../../studio/lake/lake.ts'
import { serveLake } from '../../../../studio/lake/serve.ts'
import { createAnswers } from '../../../../studio/lake/thread/answers.ts'
import { openLakeThread } from '../../../../studio/lake/thread/lake-thread.ts'
import type { FromLake } from '../../../../studio/lake/thread/messages.ts'
import { eventually } from '../../../support/eventually.ts'
import { clientOf } from '../../../support/lake.ts'
import { temporaryFolder, writeSeed } from '../fixture.ts'

/** A lake in a thread that counts as hung after a second of work. */
async function startThread(own: Partial<LakeOptions> = {}) {
  const faults: string[] = []
  const options = { dataDir: temporaryFolder(), seedDir: writeSeed(), ...own }
  const file = new URL('hanging-worker.ts', import.meta.url)
  const lake = openLakeThread(options, (sentence) => faults.push(sentence), { hungMs: 1_000, file })
  expect(await lake.opening).toBeUndefined()
  const { url, close } = await serveLake(lake)
  onTestFinished(async () => {
    await close()
    await lake.close()
  })
  return { url, lake, faults, client: clientOf(url) }
}

test('requests, long bodies and pictures cross to the thread and back', async () => {
  const { url, client } = await startThread()
  const title = 'ä'.repeat(300_000)
  await client.patch('home').set({ title }).commit()
  expect((await client.getDocument('home'))?.['title']).toBe(title)
  const asset = await client.assets.upload('file', Buffer.alloc(3_000_000, 'x'), { filename: 'x.txt' })
  const bytes = await (await fetch(asset.url)).arrayBuffer()
  expect(Buffer.from(bytes).equals(Buffer.alloc(3_000_000, 'x'))).toBe(true)
  const missing = await fetch(`${url}/v1/nothing`)
  expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'application/json'])
})

test('a method that no request can have is refused and not logged', async () => {
  const log = vi.spyOn(console, 'error')
  onTestFinished(() => log.mockRestore())
  const answered = Promise.withResolvers<FromLake>()
  const { take } = createAnswers(() => expect.fail('It was asked.'), answered.resolve)
  const url = 'http://localhost/v1/users/me'
  take({ type: 'request', id: 1, method: 'TRACE', url, headers: [], sender: undefined, body: undefined })
  expect(await answered.promise).toMatchObject({ id: 1, status: 400 })
  expect(log).not.toHaveBeenCalled()
})

test('a listener hears through the thread, and one that leaves is forgotten', async () => {
  const token = 'a-token-that-nobody-guesses'
  const { url } = await startThread({ token, publicReads: true, listeners: { perStranger: 1, total: 10 } })
  const client = clientOf(url, { token })
  const listen = ({ signal } = new AbortController()) =>
    fetch(`${url}/v2025-02-19/data/listen/production?query=*`, { signal })
  const leaving = new AbortController()
  const listening = await listen(leaving)
  const reader = listening.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const hear = async () => {
    heard += (await reader?.read())?.value ?? ''
  }
  while (!heard.includes('event: welcome')) await hear()
  await client.patch('home').set({ title: 'Heard' }).commit()
  while (!heard.includes('event: mutation')) await hear()
  // It has the only place, until it leaves.
  expect((await listen()).status).toBe(429)
  leaving.abort()
  await eventually(async () => expect((await listen()).status).toBe(200))
})

test.each([
  ['a short body', { query: 'count(*)' }],
  ['a body in parts', { query: 'count(*)', params: { note: 'x'.repeat(300_000) } }],
  ['an answer in parts', { query: '*[_id == "home"]{title}' }],
])('a request with %s is let go of once it is answered', async (_, body) => {
  const { lake, client } = await startThread()
  await client
    .patch('home')
    .set({ title: 'ä'.repeat(300_000) })
    .commit()
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': String(text.length) }
  const request = new Request('http://localhost/v2025-02-19/data/query/production', {
    method: 'POST',
    headers,
    body: text,
  })
  const response = await lake.fetch(request)
  expect(await response.text()).toContain('"result"')
  expect(getEventListeners(request.signal, 'abort')).toEqual([])
})

test('a listener that leaves no longer listens to its request’s signal', async () => {
  const { lake } = await startThread()
  const request = new Request('http://localhost/v2025-02-19/data/listen/production?query=*')
  const { body } = await lake.fetch(request)
  const reader = body?.getReader()
  await reader?.read()
  await reader?.cancel()
  expect(getEventListeners(request.signal, 'abort')).toEqual([])
})

test('a socket carries new streams however many were closed on it, and says the end of each', async () => {
  const { url } = await startThread()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/mux`)
  onTestFinished(() => socket.terminate())
  const ends: number[] = []
  const welcomed = new Set<number>()
  socket.on('message', (data: Buffer) => {
    const { id, chunk, end } = JSON.parse(data.toString())
    if (chunk?.includes('event: welcome')) welcomed.add(id)
    if (end === true) ends.push(id)
  })
  await new Promise((resolve) => socket.on('open', resolve))
  const listen = (id: number): void =>
    socket.send(JSON.stringify({ id, path: '/v2025-02-19/data/listen/production?query=*' }))
  // As many as may be open at a time.
  for (let id = 0; id < 200; id++) listen(id)
  await eventually(() => expect(welcomed.size).toBe(200))
  for (let id = 0; id < 200; id++) socket.send(JSON.stringify({ id, close: true }))
  await eventually(() => expect(ends).toHaveLength(200))
  listen(200)
  await eventually(() => expect(welcomed).toContain(200))
})

test('a lake that hangs is ended and started again, and what it acknowledged is there', async () => {
  const { client, url, faults } = await startThread()
  await client.patch('home').set({ title: 'Kept' }).commit()
  const slow = await fetch(`${url}/v1/hang`)
  expect(slow.status).toBe(503)
  expect(await slow.json()).toMatchObject({ statusCode: 503, error: { type: 'unavailable' } })
  expect(faults).toEqual(['The content lake is started again, as it worked for 1 s without an answer.'])
  expect((await client.getDocument('home'))?.['title']).toBe('Kept')
})

test('a lake that others keep from its work is waited for', async () => {
  const { url, faults } = await startThread()
  // Of no address of the lake's, but answered.
  expect((await fetch(`${url}/v1/late`)).status).toBe(404)
  expect(faults).toEqual([])
})

test('a lake that neither works nor answers is started again, too', async () => {
  const { url, faults } = await startThread()
  expect((await fetch(`${url}/v1/stall`)).status).toBe(503)
  expect(faults).toEqual(['The content lake is started again, as it did not answer for 4 s.'])
})

test('a request whose body was still coming when its lake ended is answered', async () => {
  const { lake, url } = await startThread()
  const text = JSON.stringify({ query: 'count(*)' })
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const init = {
    method: 'POST',
    body: readable,
    duplex: 'half',
    headers: { 'content-type': 'application/json', 'content-length': String(text.length) },
  }
  const answer = lake.fetch(new Request('http://localhost/v2025-02-19/data/query/production', init))
  expect((await fetch(`${url}/v1/hang`)).status).toBe(503)
  const writer = writable.getWriter()
  await writer.write(new TextEncoder().encode(text))
  await writer.close()
  expect((await answer).status).toBe(503)
})

test('a listener’s stream ends with its lake, so that the client opens it anew', async () => {
  const { url } = await startThread()
  const listening = await fetch(`${url}/v2025-02-19/data/listen/production?query=*`)
  const reader = listening.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  while (!heard.includes('event: welcome')) heard += (await reader?.read())?.value ?? ''
  void fetch(`${url}/v1/hang`)
  while (!(await reader?.read())?.done);
})

test('a lake that cannot be opened says why, and is opened once it can be', async () => {
  const folder = path.join(temporaryFolder(), 'data')
  writeFileSync(folder, '')
  const faults: string[] = []
  const lake = openLakeThread({ dataDir: folder, seedDir: writeSeed() }, (fault) => faults.push(fault), {
    waitMs: 100,
    retryMs: 100,
  })
  onTestFinished(() => lake.close())
  expect(await lake.opening).toMatch(/Cannot write to the data folder/u)
  expect((await lake.fetch(new Request('http://localhost/v1/ping'))).status).toBe(503)
  rmSync(folder)
  await vi.waitFor(
    async () => expect((await lake.fetch(new Request('http://localhost/v1/ping'))).status).toBe(200),
    { timeout: 20_000 },
  )
  expect(faults).toHaveLength(1)
})
