import { expect, test } from 'vitest'
import { createThrottle } from '../../../../studio/lake/http/throttle.ts'

/** A throttle and its clock, in seconds. */
function newThrottle() {
  let seconds = 0
  const throttle = createThrottle(() => seconds * 1000)
  return { ...throttle, pass: (more: number) => void (seconds += more) }
}

test('five tries are free, then waits double up to 15 minutes', () => {
  const { waitOf, count, pass } = newThrottle()
  const waits = Array.from({ length: 16 }, () => {
    count('a')
    const wait = waitOf('a')
    pass(wait)
    return wait
  })
  expect(waits).toEqual([0, 0, 0, 0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  expect(waitOf('b')).toBe(0)
})

test('a wait runs out, and after half an hour of peace an address starts anew', () => {
  const { waitOf, count, pass } = newThrottle()
  for (let tries = 0; tries < 6; tries += 1) count('a')
  expect(waitOf('a')).toBe(4)
  pass(3)
  expect(waitOf('a')).toBe(1)
  pass(30 * 60)
  count('a')
  expect(waitOf('a')).toBe(0)
})

test('while many addresses try, each has one free try, and a newcomer does not wait', () => {
  const { waitOf, count, pass } = newThrottle()
  for (let n = 0; n < 60; n += 1) count(`bot-${n}`)
  count('bot-60')
  expect(waitOf('bot-60')).toBe(2)
  expect(waitOf('newcomer')).toBe(0)
  pass(60)
  count('mistaken')
  expect(waitOf('mistaken')).toBe(0)
})

test('only so many addresses are remembered, the newest of them', () => {
  const { waitOf, count } = newThrottle()
  for (let n = 0; n < 25_000; n += 1) count(`bot-${n}`)
  expect(waitOf('bot-24999')).toBe(2)
  expect(waitOf('bot-15000')).toBe(2)
  expect(waitOf('bot-14999')).toBe(0)
})
