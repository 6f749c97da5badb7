import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../../../../api/store/database/uuid.ts'

afterEach(() => void vi.useRealTimers())

const made = (count: number) => Array.from({ length: count }, newId)

test('ids of one millisecond sort as they were made', () => {
  vi.useFakeTimers({ now: Date.now() })
  const ids = made(1000)
  expect(new Set(ids).size).toBe(1000)
  expect(ids.toSorted()).toEqual(ids)
})

test('so do those that follow after the clock was set back', () => {
  vi.useFakeTimers({ now: Date.now() })
  const before = made(10)
  vi.setSystemTime(Date.now() - 60_000)
  const ids = [...before, ...made(10)]
  expect(ids.toSorted()).toEqual(ids)
})
