import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onceDone } from '../../../api/publishing/back-off.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('failed work is retried one at a time, after growing pauses, and never once it is done', async () => {
  const outcomes = [
    Promise.reject(new Error('first')),
    Promise.reject(new Error('second')),
    Promise.resolve(),
  ]
  for (const outcome of outcomes) outcome.catch(() => undefined)
  const work = vi.fn(() => outcomes.shift() ?? Promise.reject(new Error('once too often')))
  const onFailure = vi.fn<(error: unknown) => void>()
  const attempt = onceDone(work, { firstMs: 100, maxMs: 1_000, onFailure })
  const tried = async (afterMs: number) => {
    vi.advanceTimersByTime(afterMs)
    await Promise.all([attempt(), attempt()])
    return work.mock.calls.length
  }
  expect(await tried(0)).toBe(1)
  expect(await tried(99)).toBe(1)
  expect(await tried(1)).toBe(2)
  expect(await tried(199)).toBe(2)
  expect(await tried(1)).toBe(3)
  expect(await tried(10_000)).toBe(3)
  expect(onFailure.mock.calls.flat().map(String)).toEqual(['Error: first', 'Error: second'])
})
