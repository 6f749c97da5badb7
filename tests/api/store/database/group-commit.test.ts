import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { groupCommit } from '../../../../api/store/database/group-commit.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('while a write hangs, later posts are answered too, and all goes on when it ends', async () => {
  let release: (() => void) | undefined
  const commits = groupCommit<string, string>({
    write: (posts) =>
      release
        ? Promise.resolve(posts)
        : new Promise((resolve) => {
            release = () => resolve(posts)
          }),
    isEnvironmental: () => true,
    maxBatch: 10,
    maxWaiting: 10,
    timeoutMs: 1_000,
  })
  const outcomes: string[] = []
  const submit = (post: string) =>
    void commits.submit(post).then(
      (outcome) => outcomes.push(outcome),
      (error: Error) => outcomes.push(`${post}: ${error.message}`),
    )
  submit('first')
  await vi.advanceTimersByTimeAsync(1_500)
  submit('second')
  await vi.advanceTimersByTimeAsync(1_500)
  expect(outcomes).toEqual(['first: no answer in time', 'second: no answer in time'])
  submit('third')
  release?.()
  await vi.advanceTimersByTimeAsync(10)
  expect(outcomes.at(-1)).toBe('third')
})
