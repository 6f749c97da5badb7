import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReleaseFinisher } from '../../../api/publishing/finish-releases.ts'
import type { Manifest } from '../../../api/publishing/site.ts'
import { createFakeSite } from '../support/fake-site.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A finisher whose work takes 5 s, and what it was made to do. */
function newFinisher() {
  const { publisher, current } = createFakeSite(mkdtempSync(path.join(tmpdir(), 'finish-')))
  const begun: string[] = []
  const state = { isPublishing: false, failure: undefined as Error | undefined }
  const failures: string[] = []
  async function finishRelease(_dist: string, { id }: Manifest): Promise<void> {
    begun.push(id)
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    if (state.failure) throw state.failure
  }
  const finisher = createReleaseFinisher({
    site: () => Promise.resolve({ ...publisher, finishRelease }),
    dist: '',
    isPublishing: () => state.isPublishing,
    onFailure: (message) => failures.push(message),
    onFinished: () => undefined,
  })
  const release = (id: string): Manifest => ({ ...current(), id })
  return { finisher, begun, failures, state, release }
}

test('of releases that follow each other quickly, the last alone is finished', async () => {
  const { finisher, begun, release } = newFinisher()
  for (const id of ['a', 'b', 'c']) {
    finisher.ask(release(id))
    await vi.advanceTimersByTimeAsync(500)
  }
  await vi.advanceTimersByTimeAsync(10_000)
  expect(begun).toEqual(['c'])
})

test('nothing is finished while something is published, nor two at once', async () => {
  const { finisher, begun, state, release } = newFinisher()
  state.isPublishing = true
  finisher.ask(release('a'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(begun).toEqual([])
  state.isPublishing = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(begun).toEqual(['a'])
  finisher.ask(release('b'))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(begun).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(begun).toEqual(['a', 'b'])
})

test('a failure is told, and the next release is finished all the same', async () => {
  const { finisher, begun, failures, state, release } = newFinisher()
  state.failure = new Error('The disk is full.')
  finisher.ask(release('a'))
  await vi.advanceTimersByTimeAsync(7_000)
  expect(failures).toEqual(['A release could not be finished: The disk is full.'])
  finisher.ask(release('b'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(begun).toEqual(['a', 'b'])
  finisher.ask(release('c'))
  finisher.stop()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(begun).toEqual(['a', 'b'])
})
