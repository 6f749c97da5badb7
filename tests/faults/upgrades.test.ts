import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { makeRoot, serve, type Served } from '../api/support/child.ts'
import { sendRaw } from './support/raw.ts'

// Upgrade requests leave HTTP, and with it all that Node does for connections: each is one nobody listens to.
const file = fileURLToPath(new URL('support/lake-server-process.ts', import.meta.url))
const TOKEN = 'a-token-of-enough-characters'
let served: Served
let url: URL

beforeAll(async () => {
  served = serve(makeRoot(), { file, env: { LAKE_TOKEN: TOKEN } })
  url = new URL((await served.said(/^Site {4}(http:\S+)\/$/mu))[1] ?? '')
})

afterAll(async () => {
  served.child.kill('SIGKILL')
  await served.exit
})

afterEach(async () => {
  expect(served.child.exitCode).toBeNull()
  expect((await fetch(url)).status).toBe(200)
  expect(served.output()).not.toMatch(/nobody waited for/u)
})

function upgrade(target: string, headers: Record<string, string> = {}): string {
  const all = {
    host: url.host,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`
}

function openHandles(): number {
  return readdirSync(`/proc/${served.child.pid}/fd`).length
}

async function sendAndReset(bytes: string): Promise<void> {
  const socket: Socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(bytes)
  // Once the server has it; a reset at once would often overtake the request.
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
  socket.resetAndDestroy()
}

test.each([
  ['a path that has no socket', '/x', {}],
  ['listeners', '/mux', {}],
  ['listeners, from a foreign page', '/mux', { origin: 'https://example.net' }],
  ['presence', '/v2022-06-30/socket/production', {}],
  ['the hot reload of a development server', '/', { 'sec-websocket-protocol': 'vite-hmr' }],
])('an upgrade to %s that is reset ends nothing', async (_, target, headers) => {
  await Promise.all(Array.from({ length: 40 }, () => sendAndReset(upgrade(target, headers))))
})

test.each(['/mux', '/v1/socket/production'])(
  'a cookie that can’t be decoded is refused at %s',
  async (target) => {
    const { statuses, closed } = await sendRaw(url.href, [upgrade(target, { cookie: 'lake_session=%zz' })])
    expect(statuses).toEqual([403])
    expect(closed).toBe(true)
  },
)

test('a host that is none is refused', async () => {
  const { statuses } = await sendRaw(url.href, [upgrade('/mux', { host: 'a b' })])
  expect(statuses[0]).toBeGreaterThanOrEqual(400)
  expect(statuses[0]).toBeLessThan(500)
})

test('upgrades that were refused or given up leave no handle', async () => {
  const before = openHandles()
  const targets = ['/x', '/mux', '/v1/socket/production']
  for (let round = 0; round < 20; round += 1)
    await Promise.all(
      targets.flatMap((target) => [
        sendAndReset(upgrade(target, { 'sec-websocket-protocol': 'vite-hmr' })),
        sendRaw(url.href, [upgrade(target), 'more that nobody reads'], { ms: 300 }),
      ]),
    )
  await vi.waitFor(() => expect(openHandles()).toBeLessThanOrEqual(before + 2), { timeout: 20_000 })
})

test('a request that would like HTTP/2 is answered in HTTP/1.1', async () => {
  const wish = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA',
  }
  const { statuses } = await sendRaw(
    url.href,
    [upgrade('/', { ...wish }).replace(/sec-websocket.*\r\n/gu, '')],
    { ms: 1_000 },
  )
  expect(statuses).toEqual([200])
  const body = 'email=h2c%40example.com'
  const head = [
    'POST /api/waitlist HTTP/1.1',
    `host: ${url.host}`,
    ...Object.entries(wish).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${body.length}`,
  ]
  const posted = await sendRaw(url.href, [`${head.join('\r\n')}\r\n\r\n${body}`], { ms: 2_000 })
  expect(posted.statuses).toEqual([303])
})

test('an editor’s socket is opened with a session', async () => {
  const signedIn = await fetch(new URL('/v1/auth/login/token', url), {
    method: 'POST',
    body: new URLSearchParams({ token: TOKEN }),
    redirect: 'manual',
  })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const socket = new WebSocket(new URL('/mux', url), { headers: { cookie } })
  await once(socket, 'open')
  socket.send(JSON.stringify({ id: 1, path: '/v2025-02-19/data/listen/production?query=*' }))
  const [first]: [Buffer] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(first.toString())).toEqual({ id: 1, status: 200 })
  socket.terminate()
})
