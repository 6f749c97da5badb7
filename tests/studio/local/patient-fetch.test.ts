import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { patientFetch } from '../../../studio/local/patient-fetch.ts'

const ORIGIN = 'http://127.0.0.1:3000'
const away = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', away)
  away.mockReset()
  away.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  away.mockImplementationOnce(async () => new Response('starting', { status: 503 }))
  away.mockImplementation(async () => new Response('back'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function ask(path: string, init?: RequestInit): Promise<string> {
  const url = new URL(path, ORIGIN)
  return patientFetch(url, url.href, init).then(
    (response) => response.text(),
    (error: Error) => error.name,
  )
}

test.each([
  ['GET', '/v2025-02-19/data/doc/production/home'],
  ['POST', '/v2025-02-19/data/query/production'],
])('a read waits until the lake is back: %s %s', async (method, path) => {
  const answer = ask(path, { method })
  await vi.runAllTimersAsync()
  expect(await answer).toBe('back')
})

test('a write fails at once: it may have arrived', async () => {
  expect(await ask('/v2025-02-19/data/actions/production', { method: 'POST' })).toBe('TypeError')
  expect(away).toHaveBeenCalledTimes(1)
})

test('a read that nobody waits for any more ends', async () => {
  const asked = new AbortController()
  const answer = ask('/v2025-02-19/data/doc/production/home', { signal: asked.signal })
  asked.abort()
  await vi.runAllTimersAsync()
  expect(await answer).toMatch(/TypeError|AbortError/)
  expect(away.mock.calls.length).toBeLessThan(3)
})

test('a query that took too long is not asked again and again', async () => {
  const fault = { statusCode: 504, error: { type: 'queryTimeoutError', description: 'Too long.' } }
  away.mockReset()
  away.mockImplementation(async () => Response.json(fault, { status: 504 }))
  expect(JSON.parse(await ask('/v2025-02-19/data/query/production'))).toEqual(fault)
  expect(away).toHaveBeenCalledTimes(1)
})
