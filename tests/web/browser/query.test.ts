import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { query } from '../../../web/browser/query.ts'

const fetch = vi.fn<typeof globalThis.fetch>()
const MINUTE = 60_000
let resource = 0
let key: string[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetch)
  fetch.mockReset()
  key = ['/api', 'things', String(++resource)]
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const json = (value: unknown) => () => Promise.resolve(Response.json(value))
const failure =
  (status: number, body: string, statusText = '') =>
  () =>
    Promise.resolve(new Response(body, { status, statusText }))

test('gets the JSON at the joined path, with credentials', async () => {
  fetch.mockImplementation(json({ name: 'a' }))
  expect(await query(key)).toEqual({ name: 'a' })
  expect(fetch).toHaveBeenCalledExactlyOnceWith(key.join('/'), { credentials: 'include' })
})

test.each([
  [404, 'No such thing', 'Not Found', '404: No such thing'],
  [500, '', 'Internal Server Error', '500: Internal Server Error'],
  [401, 'Sign in first', 'Unauthorized', '401: Sign in first'],
])('fails with status and text: %i', async (status, body, statusText, message) => {
  fetch.mockImplementation(failure(status, body, statusText))
  await expect(query(key)).rejects.toThrow(message)
})

test('gives null for a 401 on request', async () => {
  fetch.mockImplementation(failure(401, 'Sign in first'))
  expect(await query(key, { unauthorized: 'null' })).toBeNull()
})

test('does not try again by itself', async () => {
  fetch.mockImplementation(failure(503, 'Busy'))
  await expect(query(key)).rejects.toThrow('503: Busy')
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('a failure is not kept for the next call', async () => {
  fetch.mockImplementationOnce(failure(503, 'Busy')).mockImplementationOnce(json('late'))
  await expect(query(key)).rejects.toThrow('503')
  expect(await query(key)).toBe('late')
})

test('shares one answer, and never fetches it again while it is asked for', async () => {
  fetch.mockImplementation(json('once'))
  await Promise.all([query(key), query(key)])
  for (let minutes = 0; minutes < 60; minutes += 4) {
    await vi.advanceTimersByTimeAsync(4 * MINUTE)
    expect(await query(key)).toBe('once')
  }
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('forgets an answer that nobody asked for in five minutes', async () => {
  fetch.mockImplementationOnce(json('old')).mockImplementationOnce(json('new'))
  await query(key)
  await vi.advanceTimersByTimeAsync(5 * MINUTE - 1)
  expect(await query(key)).toBe('old')
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  expect(await query(key)).toBe('new')
})

test('retries as often as asked, waiting at most 30 s', async () => {
  const times: number[] = []
  fetch.mockImplementation(() => {
    times.push(Date.now())
    return Promise.reject(new TypeError('offline'))
  })
  const answer = expect(query(key, { retries: 7 })).rejects.toThrow('offline')
  await vi.runAllTimersAsync()
  await answer
  const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0))
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})

test('listens to no event, and polls nothing', async () => {
  const listen = vi.fn<typeof addEventListener>()
  vi.stubGlobal('addEventListener', listen)
  vi.stubGlobal('document', { addEventListener: listen })
  vi.resetModules()
  const fresh = await import('../../../web/browser/query.ts')
  fetch.mockImplementation(json('once'))
  await fresh.query(key)
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(listen).not.toHaveBeenCalled()
  expect(fetch).toHaveBeenCalledTimes(1)
})
