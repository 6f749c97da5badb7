import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, toListener, type Listening } from '../../../api/http/http-server.ts'
import { newPreviews } from '../support/previews.ts'

const limitsMs = { headers: 500, request: 1_500, idle: 10_000 }
const address = '/api/preview/shares'
let listening: Listening

beforeAll(async () => {
  const site = newPreviews()
  const options = { port: 0, host: '127.0.0.1', headers: new Map(), limitsMs }
  const opened = await listen(toListener(site.app.fetch), options)
  listening = opened
})
afterAll(() => listening.drain(0))

/** Sends a body in chunks without a length, until it is answered or `most` are sent. */
async function sendChunks(chunk: string, { most, ends }: { most: number; ends: boolean }) {
  const socket = connect(Number(new URL(listening.url).port), '127.0.0.1')
  const answered = new Promise<string>((resolve) => {
    socket.on('data', (part: Buffer) => resolve(part.toString()))
    socket.on('error', () => resolve('reset'))
    socket.on('close', () => resolve('closed'))
  })
  const isOver = async () => (await Promise.race([answered, pause(0, '')])) !== ''
  socket.write(`POST ${address} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n`)
  let sent = 0
  while (sent < most && !(await isOver())) {
    const drained = socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    sent += 1
    if (!drained) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), answered])
  }
  if (ends) socket.write('0\r\n\r\n')
  const text = await answered
  socket.destroy()
  return { sent, status: Number(/^HTTP\/1\.1 (\d{3})/u.exec(text)?.[1]), text }
}

test('a body in chunks is read', async () => {
  const { status } = await sendChunks('{"perspective":"drafts"}', { most: 1, ends: true })
  expect(status).toBe(201)
})

test('a body that announces no length is refused as soon as it is too large, and not held in memory', async () => {
  const { status, text, sent } = await sendChunks(' '.repeat(65_536), { most: 8_000, ends: false })
  expect(status).toBe(400)
  expect(text).toContain('at most 4 kB')
  // 8,000 would be 500 MB: what was under way when the answer left is a small part of that.
  expect(sent).toBeLessThan(1_000)
})

test('a body that is announced as too large is not waited for', async () => {
  const answer = await fetch(listening.url + address, { method: 'POST', body: ' '.repeat(5_000) })
  expect(answer.status).toBe(400)
})

test('a body that stops arriving is given up by the server', async () => {
  const { status } = await sendChunks('{"perspective":', { most: 1, ends: false })
  expect(status).toBe(408)
})

test('a body that arrived while this process stood still is read, though it is late by the clock', async () => {
  const body = '{"perspective":"drafts"}'
  const socket = connect(Number(new URL(listening.url).port), '127.0.0.1')
  listening.server.once('request', () => {
    socket.write(body)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, limitsMs.request + 500)
  })
  socket.write(`POST ${address} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`)
  const [answer]: unknown[] = await once(socket, 'data')
  socket.destroy()
  expect(String(answer)).toMatch(/^HTTP\/1\.1 201 /u)
})

test('headers that arrived while this process stood still are read, though they are late by the clock', async () => {
  const body = '{"perspective":"drafts"}'
  const head = `POST ${address} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`
  listening.server.once('connection', () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, limitsMs.headers + 1_000)
  })
  // A client that goes on meanwhile.
  const client = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
    const socket = require('node:net').connect(workerData.port, '127.0.0.1', () => socket.write(workerData.text))
    socket.once('data', (data) => parentPort.postMessage(data.toString()))`,
    { eval: true, workerData: { port: Number(new URL(listening.url).port), text: head + body } },
  )
  const [answer]: unknown[] = await once(client, 'message')
  await client.terminate()
  expect(answer).toMatch(/^HTTP\/1\.1 201 /u)
})
