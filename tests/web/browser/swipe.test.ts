import { expect, test } from 'vitest'
import { endDrag, moveDrag, startDrag } from '../../../web/browser/swipe.ts'

/** A drag of `distance` px in `ms` at an even speed: power is distance × distance / seconds. */
function swipe(distance: number, ms: number): number {
  const drag = startDrag(200, 0)
  for (let time = 10; time < ms; time += 10) moveDrag(drag, 200 + (distance * time) / ms, time)
  return endDrag(drag, 200 + distance, ms)
}

test.each([
  ['far and fast to the left', -200, 200, 1],
  ['far and fast to the right', 200, 200, -1],
  ['just above the threshold to the left', -101, 1000, 1],
  ['just above the threshold to the right', 101, 1000, -1],
  ['just below the threshold to the left', -99, 1000, 0],
  ['just below the threshold to the right', 99, 1000, 0],
  ['short', 20, 100, 0],
  ['far but slow', 300, 10_000, 0],
  ['nowhere', 0, 300, 0],
])('%s', (_name, distance, ms, direction) => {
  expect(swipe(distance, ms)).toBe(direction)
})

test('a drag that rests before it is let go has no velocity', () => {
  const drag = startDrag(300, 0)
  moveDrag(drag, 100, 100)
  moveDrag(drag, 100, 500)
  expect(endDrag(drag, 100, 550)).toBe(0)
})

test('only the last stretch counts: a drag thrown back goes back', () => {
  const drag = startDrag(300, 0)
  moveDrag(drag, 0, 1000)
  moveDrag(drag, 20, 1050)
  expect(endDrag(drag, 150, 1100)).toBe(-1)
})

test('a phone that reports pointer moves rarely works, too', () => {
  const drag = startDrag(300, 0)
  moveDrag(drag, 200, 150)
  expect(endDrag(drag, 100, 300)).toBe(1)
})
