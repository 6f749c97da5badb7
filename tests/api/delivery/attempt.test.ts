import { expect, test } from 'vitest'
import { waitAfter } from '../../../api/delivery/attempt.ts'

test('waits grow from seconds to hours, differ a little, and end', () => {
  const seconds = Array.from({ length: 8 }, (_, index) => (waitAfter(index + 1, () => 0.5) ?? 0) / 1_000)
  expect(seconds).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000, 0])
  expect(waitAfter(8)).toBeUndefined()
  expect(waitAfter(1, () => 0)).toBe(4_500)
  expect(waitAfter(1, () => 1)).toBe(5_500)
})
