import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createWatch } from '../../../api/people/watch.ts'

afterEach(() => vi.useRealTimers())

test('a look that waits is the only one', async () => {
  vi.useFakeTimers()
  const answers: ((isLive: boolean) => void)[] = []
  const watch = createWatch(() => new Promise((resolve) => void answers.push(resolve)))
  onTestFinished(() => watch.close())
  const end = vi.fn<() => void>()
  watch.add('ada', end)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(answers).toHaveLength(1)
  answers[0]?.(true)
  await vi.advanceTimersByTimeAsync(20_000)
  expect([answers.length, end.mock.calls.length]).toEqual([2, 0])
  answers[1]?.(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(end).toHaveBeenCalledOnce()
})
