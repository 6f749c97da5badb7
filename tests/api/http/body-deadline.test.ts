import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../../api/http/app.ts'
import { listen, toListener, type Listening } from '../../../api/http/http-server.ts'
import { mountLake, type MountedLake } from '../../../studio/lake/mount.ts'
import { openSilent, rawPost, sendRaw } from '../../faults/support/raw.ts'
import { newApp } from '../support/app.ts'

const TOKEN = 'a-token-for-editors-only'
const FILES = '/v1/assets/files/production'
/** More than all buffers between two programs of a machine hold. */
const LARGE = { name: 'large.pdf', body: Buffer.alloc(64 * 1024 * 1024), brotli: undefined, etag: 'large' }
const limitsMs = { headers: 500, request: 1_000, idle: 1_000 }
/** What is cut off after a second ends before this on a busy machine, too; a body that is not takes seven. */
const CUT_MS = 6_000

let lake: MountedLake
let listening: Listening
beforeAll(async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'arrival-'))
  const seedDir = path.resolve('studio/seed')
  lake = mountLake({ dataDir, seedDir, token: TOKEN }, console.error)
  expect(await lake.opening).toBeUndefined()
  const { forms } = newApp()
  const app = createApp({
    siteUrl: undefined,
    isReady: () => true,
    release: () => Promise.resolve(new Map([[LARGE.name, LARGE]])),
    forms,
    lake,
  })
  const options = { port: 0, host: '127.0.0.1', headers: new Map(), limitsMs }
  listening = await listen(toListener(app.fetch), options)
})
afterAll(async () => {
  await listening.drain(0)
  await lake.close()
})

/** A post in chunks, or of a length that it announces. Its body takes this long, in twenty parts. */
async function postSlowly(target: string, { length = 0, ms = 8_000, headers = {} } = {}) {
  const { host } = new URL(listening.url)
  const framing = length > 0 ? { 'content-length': String(length) } : chunked
  const head = rawPost('', { host, ...framing, ...headers }, target)
  const part = length > 0 ? randomBytes(length / 20) : '8\r\n{"a": 1}\r\n'
  const startedAt = performance.now()
  const parts = [head, ...Array.from({ length: 20 }, () => part)]
  const { statuses } = await sendRaw(listening.url, parts, { pauseMs: ms / 20, ms: 7_000 })
  return { statuses, ms: performance.now() - startedAt }
}

const chunked = { 'content-length': '', 'transfer-encoding': 'chunked' }
const known = { authorization: `Bearer ${TOKEN}` }

test('an upload takes longer than other requests may', async () => {
  const { statuses, ms } = await postSlowly(FILES, { length: 200_000, ms: 2_500, headers: known })
  expect(statuses).toEqual([200])
  expect(ms).toBeGreaterThan(2 * limitsMs.request)
})

test('an upload waiting for its turn does not count as stalled', async () => {
  const before = Array.from({ length: 3 }, () =>
    postSlowly(FILES, { length: 200_000, ms: 2_500, headers: known }),
  )
  await pause(300)
  const host = new URL(listening.url).host
  const whole = rawPost(randomBytes(2_000_000), { host, ...known }, FILES)
  const [waiting, ...slow] = await Promise.all([sendRaw(listening.url, [whole]), ...before])
  expect(waiting.statuses).toEqual([200])
  expect(slow.map(({ statuses }) => statuses)).toEqual([[200], [200], [200]])
})

test.each([
  ['of some length', { length: 65_540, status: 401 }],
  ['in chunks', { length: 0, status: 401 }],
  ['that is short', { length: 1_000, status: 408 }],
])('a stranger’s upload %s is let go as soon as others are', async (_, { length, status }) => {
  const { statuses, ms } = await postSlowly(FILES, { length })
  expect(statuses).toEqual([status])
  expect(ms).toBeLessThan(CUT_MS)
})

test.each([
  '/v1/data/mutate/production',
  '/v1/assets/files/../../data/mutate/production',
  `/v1/data/mutate/production?${FILES}`,
])('a slow body to %s is cut off with 408, whoever sends it, and is no failure to log', async (target) => {
  // What the lake's thread writes comes through this process.
  const written = vi.spyOn(process.stderr, 'write')
  onTestFinished(() => written.mockRestore())
  const { statuses, ms } = await postSlowly(target, { headers: known })
  expect(statuses).toEqual([408])
  expect(ms).toBeLessThan(CUT_MS)
  expect(written.mock.calls.join()).not.toContain('The content lake failed')
})

test('a client that reads no answers and then uploads is disconnected', async () => {
  const asked = `GET /${LARGE.name} HTTP/1.1\r\nhost: localhost\r\n\r\n`
  const socket = await openSilent(
    listening.url,
    Buffer.concat([Buffer.from(asked), rawPost('x', { 'content-length': '1000000' }, FILES)]),
  )
  const count = async () =>
    new Promise((resolve) => void listening.server.getConnections((_, n) => resolve(n)))
  expect(await count()).toBe(1)
  await expect.poll(count, { timeout: 6_000 }).toBe(0)
  socket.destroy()
})
