import * as fc from 'fast-check'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { abuse, fields, framing, parsing } from './support/hostile-cases.ts'
import { openSilent, rawPost, sendRaw } from './support/raw.ts'
import { startTarget, type Target } from './support/start-target.ts'
import { verify } from './support/verify.ts'

vi.setConfig({ testTimeout: 120_000 })

const dataDir = mkdtempSync(path.join(tmpdir(), 'hostile-'))
let target: Target
beforeAll(async () => {
  target = await startTarget(dataDir, { CUT_OFF: 'early' })
})
afterAll(async () => {
  await target.kill('SIGTERM')
  expect(target.child.exitCode).toBe(0)
  expect(verify(dataDir, [])).toEqual({ integrity: 'ok', lost: [], torn: 0, doubled: 0 })
})

const good = '{"email":"good@example.com","age":60000}'

const groups = Object.entries({ framing, parsing, fields, abuse })
const cases = groups.flatMap(([group, list]) =>
  list.map(([name, bytes, ...right]) => [group, name, bytes, right] as const),
)

test.each(cases)('%s: %s', async (_group, _name, bytes, right) => {
  const { statuses, text } = await sendRaw(target.url, [bytes])
  if (right.length === 0) expect(statuses).toEqual([])
  else expect(right).toContain(statuses.at(-1))
  expect(text).not.toMatch(/ at .*\.ts:\d+|node:internal/u)
  if (statuses.length > 0) expect(text).toMatch(/x-content-type-options: nosniff/iu)
  const { statuses: next } = await sendRaw(target.url, [rawPost(good)])
  expect(next).toEqual([201])
})

test('two posts in one packet are two posts', async () => {
  const first = rawPost(good, { connection: 'keep-alive' })
  const { statuses } = await sendRaw(target.url, [Buffer.concat([first, rawPost(good)])])
  expect(statuses).toEqual([201, 201])
})

test('a sender that waits for 100 gets it', async () => {
  const { statuses } = await sendRaw(target.url, [rawPost(good, { expect: '100-continue' })])
  expect(statuses).toEqual([100, 201])
})

test('a body that ends early stores nothing and breaks nothing', async () => {
  const cut = rawPost(good, { 'content-length': '5000' })
  const { statuses } = await sendRaw(target.url, [cut], { end: true })
  expect(statuses.every((status) => status === 400)).toBe(true)
})

test.each([
  ['headers', ['POST /api/waitlist HTTP/1.1\r\n', ...'host: localhost\r\nx-slow: 1234567890'.split('')]],
  ['body', [rawPost('', { 'content-length': '5000' }), ...'{"email":"slow@example.com"'.split('')]],
])('a sender that drips its %s is cut off with 408', async (_, parts) => {
  const { statuses, closed } = await sendRaw(target.url, parts, { pauseMs: 150, ms: 15_000 })
  expect(statuses).toEqual([408])
  expect(closed).toBe(true)
})

test('400 silent connections hold up nobody', async () => {
  const silent = Array.from({ length: 400 }, () => sendRaw(target.url, ['POST /'], { ms: 3_000 }))
  await pause(100)
  for (let count = 0; count < 20; count += 1)
    expect((await sendRaw(target.url, [rawPost(good)])).statuses).toEqual([201])
  await Promise.all(silent)
})

test.each([
  ['headers', 'POST /api/waitlist HTTP/1.1\r\nhost: localhost\r\n'],
  ['body', rawPost('', { 'content-length': '5000' })],
  ['answer', 'GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(16)],
])('clients that stop at the %s, and neither read nor close, are let go', async (_, bytes) => {
  const handles = () => readdirSync(`/proc/${target.child.pid}/fd`).length
  await sendRaw(target.url, [rawPost(good)])
  const before = handles()
  const clients = await Promise.all(Array.from({ length: 30 }, () => openSilent(target.url, bytes)))
  await vi.waitFor(() => expect(handles()).toBeLessThan(before + 5), { timeout: 30_000, interval: 200 })
  for (const client of clients) client.destroy()
})

test('a flood from one address is limited, whatever it says about where it comes from', async () => {
  const limited = await startTarget(mkdtempSync(path.join(tmpdir(), 'flood-')), { RATE_LIMIT: '5' })
  const statuses: number[] = []
  for (let count = 0; count < 8; count += 1) {
    const headers = { 'x-forwarded-for': `10.0.0.${count}`, forwarded: `for=10.0.0.${count}` }
    statuses.push(...(await sendRaw(limited.url, [rawPost(good, headers)])).statuses)
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429])
  await limited.kill('SIGTERM')
})

const awkwardText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('', ' ', '\u0000', '\uD800', '=1+1', '<b>', 'a@example.com', 'x'.repeat(25_000)),
)
const awkwardValue = fc.oneof(awkwardText, fc.anything({ maxDepth: 3 }))
const awkwardFields = fc.record(
  {
    email: fc.oneof(fc.emailAddress(), awkwardValue),
    firstName: awkwardValue,
    company: awkwardValue,
    companySize: awkwardValue,
    useCase: awkwardValue,
    name: awkwardValue,
    message: awkwardValue,
    token: awkwardValue,
    website: awkwardValue,
    age: awkwardValue,
  },
  { requiredKeys: [] },
)
const awkwardBody = fc.oneof(
  { weight: 6, arbitrary: awkwardFields.map((value) => toJson(value)) },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: awkwardText },
)

/** Bigints and cycles are no JSON, and so no body. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item))
}

async function residentBytes(): Promise<number> {
  const text = await (await fetch(`${target.url}/api/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/mu.exec(text)?.[1])
}

test('10,000 generated bodies: no 5xx, no growth, and others are answered meanwhile', async () => {
  const seen = new Set<number>()
  async function send(runs: number, seed: number): Promise<void> {
    const property = fc.asyncProperty(
      awkwardBody,
      fc.constantFrom('waitlist', 'contact'),
      fc.constantFrom('application/json', 'application/x-www-form-urlencoded'),
      async (body, form, type) => {
        const response = await fetch(`${target.url}/api/${form}`, {
          method: 'POST',
          headers: { 'content-type': type },
          body,
          redirect: 'manual',
        })
        await response.arrayBuffer()
        seen.add(response.status)
        expect(response.status).toBeLessThan(500)
      },
    )
    await fc.assert(property, { numRuns: runs, seed })
  }
  await send(1_000, 1)
  const before = await residentBytes()

  let probes = 0
  const probing = new AbortController()
  const prober = (async () => {
    while (!probing.signal.aborted) {
      const health = await fetch(`${target.url}/api/health`, { signal: AbortSignal.timeout(15_000) })
      expect(health.status).toBe(200)
      probes += 1
      await pause(20)
    }
  })()
  const sending = Promise.all([send(2_250, 2), send(2_250, 3), send(2_250, 4), send(2_250, 5)])
  await Promise.all([sending.finally(() => probing.abort()), prober])

  expect(probes).toBeGreaterThan(10)
  expect([...seen]).toEqual(expect.arrayContaining([201, 303, 400]))
  expect((await residentBytes()) - before).toBeLessThan(120 * 1024 * 1024)
})
