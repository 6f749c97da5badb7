import { expect, test } from 'vitest'
import { startWorkClock } from '../../../studio/lake/work-clock.ts'

/** Holds this thread without work, as other programs do that want its processor. */
function hold(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

test('time that passes without work does not count, until it is four times as much', () => {
  const clock = startWorkClock()
  hold(300)
  expect(clock.exceeds(250)).toBe(false)
  hold(750)
  expect(clock.exceeds(250)).toBe(true)
})

test('work counts as it is done', () => {
  const clock = startWorkClock()
  const { user: before } = process.threadCpuUsage()
  while (process.threadCpuUsage().user - before < 100_000) JSON.parse(JSON.stringify(Array(1000).fill('')))
  expect(clock.exceeds(90)).toBe(true)
  expect(clock.exceeds(60_000)).toBe(false)
})

test('nothing counts while it is paused', () => {
  const clock = startWorkClock()
  clock.pause()
  hold(300)
  clock.resume()
  expect(clock.exceeds(50)).toBe(false)
})
