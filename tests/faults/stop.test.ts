import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newBuiltSite, SITE_PROCESS } from '../support/built-site.ts'
import { removeSiteFolder, startOwnSite, type OwnSite } from '../support/own-site.ts'
import type { Acknowledged } from './support/load.ts'
import { rawPost } from './support/raw.ts'
import { verify } from './support/verify.ts'

/** What the server promises to those that are in the middle of something. */
const GRACE_MS = 8_000
const HOST = 'host: localhost\r\n'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

let folder: string
beforeAll(async () => {
  folder = await newBuiltSite()
})
afterAll(() => removeSiteFolder(folder))

test('a server that is told to stop closes what is idle, and ends with 0 whatever is still open', async () => {
  const site = await startOwnSite(folder, SITE_PROCESS, { RATE_LIMIT: 'off' })
  const sockets: Socket[] = []
  /** Opens a connection, writes, and waits for the first answer where there is one to come. */
  async function open(bytes: string | Buffer, answers = true): Promise<Socket> {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.write(bytes)
    if (answers) await once(socket, 'data')
    socket.resume()
    return socket
  }
  try {
    const idle = await Promise.all(
      Array.from({ length: 64 }, () => open(`GET /api/health HTTP/1.1\r\n${HOST}\r\n`)),
    )
    await open(`GET /v2025-02-19/data/listen/production?query=* HTTP/1.1\r\n${HOST}\r\n`)
    await open(upgrade('/mux'))
    await open(upgrade('/v1/socket/production'))
    await open(rawPost('{"email":"half@example.com"', { 'content-length': '5000' }), false)
    const kept = await acknowledgedPost(site)
    await open(blockingQuery(), false)
    // Long enough for the query to have begun; the rest holds either way.
    await pause(500)

    const idleClosed = Promise.all(idle.map((socket) => once(socket, 'close')))
    const ended = once(site.child, 'exit')
    site.child.kill('SIGTERM')
    const first = await Promise.race([idleClosed.then(() => 'idle'), ended.then(() => 'end')])
    expect(first).toBe('idle')
    const late = pause(2 * GRACE_MS, 'late', { ref: false })
    expect(await Promise.race([ended, late]), site.output().slice(-2_000)).toEqual([0, null])
    expect(verify(path.join(folder, 'data'), [kept])).toEqual({
      integrity: 'ok',
      lost: [],
      torn: 0,
      doubled: 0,
    })
  } finally {
    for (const socket of sockets) socket.destroy()
    await site.kill()
  }
})

test('a server with idle and silent connections alone needs none of its grace to stop, as its terminal is closed', async () => {
  const site = await startOwnSite(folder, SITE_PROCESS)
  const port = Number(new URL(site.url).port)
  const sockets = Array.from({ length: 64 }, () => connect(port, '127.0.0.1'))
  try {
    await Promise.all(
      sockets.map(async (socket, index) => {
        socket.on('error', () => undefined)
        await once(socket, 'connect')
        if (index % 2 === 0) return
        socket.write(`GET /api/health HTTP/1.1\r\n${HOST}\r\n`)
        await once(socket, 'data')
      }),
    )
    const ended = once(site.child, 'exit')
    site.child.kill('SIGHUP')
    const late = pause(GRACE_MS, 'late', { ref: false })
    expect(await Promise.race([ended, late]), site.output().slice(-2_000)).toEqual([0, null])
  } finally {
    for (const socket of sockets) socket.destroy()
    await site.kill()
  }
})

async function acknowledgedPost(site: OwnSite): Promise<Acknowledged> {
  const fields = { email: 'just-before@example.com', firstName: 'Ada' }
  const response = await fetch(`${site.url}/api/waitlist`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'just-before' },
    body: JSON.stringify({ ...fields, age: 60_000 }),
  })
  expect(response.status).toBe(201)
  return { kind: 'waitlist', key: 'just-before', fields }
}

function upgrade(target: string): string {
  const handshake = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n'
  return `GET ${target} HTTP/1.1\r\n${HOST}connection: upgrade\r\nupgrade: websocket\r\n${handshake}\r\n`
}

/** A query that compares all documents with all, four times over. */
function blockingQuery(): string {
  const query = encodeURIComponent(
    '*[_id in *[_id in *[_id in *[_id in *[_id != "e"]._id]._id]._id]._id]._id',
  )
  return `GET /v2025-02-19/data/query/production?query=${query} HTTP/1.1\r\n${HOST}\r\n`
}
