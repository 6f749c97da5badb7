import { expect, test } from 'vitest'
import { differenceOf } from '../../../web/publisher/difference.ts'

const words = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name}${index}`)

/** How many texts stayed; the parts are in order, and leave nothing out. */
function stayed(before: string[], after: string[]): number {
  const parts = differenceOf(before, after)
  expect(parts.filter(({ added }) => !added).flatMap(({ value }) => value)).toEqual(before)
  expect(parts.filter(({ removed }) => !removed).flatMap(({ value }) => value)).toEqual(after)
  return parts.reduce((sum, { count, added, removed }) => (added || removed ? sum : sum + count), 0)
}

test('what stays between changes is found, in short lists and in long ones', () => {
  expect(stayed([], [])).toBe(0)
  expect(stayed(['a', 'b', 'c'], ['a', 'x', 'c'])).toBe(2)
  const long = words(6_000, 'w')
  const changed = long.flatMap((word, index) => (index % 100 === 50 ? [`new${index}`, 'the'] : word))
  expect(stayed(long, changed)).toBe(5_940)
  expect(stayed(changed, long)).toBe(5_940)
  // Two parts that changed places: the longer one stays.
  expect(stayed(long, [...long.slice(2_000), ...long.slice(0, 2_000)])).toBe(4_000)
})

test('a text as long as a book that was replaced is compared as a whole', () => {
  expect(stayed(words(30_000, 'a'), words(30_000, 'b'))).toBe(0)
  // Or back to front.
  const twice = words(5_000, 'a').flatMap((word) => [word, word])
  expect(stayed(twice, twice.toReversed())).toBe(0)
})
