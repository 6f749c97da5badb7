import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../../../../api/store/database/uuid.ts'

afterEach(() => void vi.useRealTimers())

const made = (count: number) => Array.from({ length: count }, newId)

test('an id is a UUID of version 7, which begins with the time', () => {
  // Later than any id that was made in this process.
  const now = Date.now() + 1_000
  vi.useFakeTimers({ now })
  const [, high = '', low = ''] = /^(.{8})-(.{4})-7000-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u.exec(newId()) ?? []
  expect(Number.parseInt(high + low, 16)).toBe(now)
})

test('ids of one millisecond sort as they were made, however many they are', () => {
  vi.useFakeTimers({ now: Date.now() })
  const ids = made(10_000)
  expect(new Set(ids).size).toBe(10_000)
  expect(ids.toSorted()).toEqual(ids)
})

test('ids sort as they were made where the clock is set back', () => {
  vi.useFakeTimers({ now: Date.now() })
  const before = made(10)
  vi.setSystemTime(Date.now() - 60_000)
  const ids = [...before, ...made(10)]
  expect(ids.toSorted()).toEqual(ids)
})
