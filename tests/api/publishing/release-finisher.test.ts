import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReleaseFinisher } from '../../../api/publishing/release-finisher.ts'
import type { Manifest } from '../../../api/publishing/renderer.ts'
import { createFakeSite } from '../support/fake-site.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A finisher whose work takes 5 s, and what it was made to do. */
function newFinisher() {
  const { renderer, current } = createFakeSite(mkdtempSync(path.join(tmpdir(), 'finish-')))
  const begun: string[] = []
  const state = { isPublishing: false, isServed: true, served: 'a', failure: undefined as Error | undefined }
  const failures: string[] = []
  async function finishRelease(_dist: string, { id }: Manifest): Promise<void> {
    begun.push(id)
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    if (state.failure) throw state.failure
  }
  const finisher = createReleaseFinisher({
    getRenderer: () => Promise.resolve({ ...renderer, finishRelease }),
    dist: '',
    isPublishing: () => state.isPublishing,
    isOurs: () => state.isServed,
    onFailure: (message) => failures.push(message),
    onFinished: () => undefined,
    tryAgain: () => finisher.ensure(release(state.served)),
  })
  const release = (id: string): Manifest => ({ ...current(), id })
  return { finisher, begun, failures, state, release }
}

test('of releases in quick succession only the last is finished', async () => {
  const { finisher, begun, release } = newFinisher()
  for (const id of ['a', 'b', 'c']) {
    finisher.ask(release(id))
    await vi.advanceTimersByTimeAsync(500)
  }
  await vi.advanceTimersByTimeAsync(10_000)
  expect(begun).toEqual(['c'])
})

test('no release is finished during a publish, nor two at once', async () => {
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

test('a failure is reported, and the next release is still finished', async () => {
  const { finisher, begun, failures, state, release } = newFinisher()
  state.failure = new Error('The disk is full.')
  finisher.ask(release('a'))
  await vi.advanceTimersByTimeAsync(7_000)
  expect(failures).toEqual(['The disk is full.'])
  finisher.ask(release('b'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(begun).toEqual(['a', 'b'])
  finisher.ask(release('c'))
  finisher.stop()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(begun).toEqual(['a', 'b'])
  // Nor is it tried again after a stop, before somebody asks once more.
  finisher.ask(release('d'))
  await vi.advanceTimersByTimeAsync(7_000)
  finisher.stop()
  // What a stop cut off is told to nobody.
  expect(failures).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun).toEqual(['a', 'b', 'd'])
  finisher.ask(release('e'))
  await vi.advanceTimersByTimeAsync(50_000)
  expect(begun).toEqual(['a', 'b', 'd', 'e', 'a'])
})

test('the served release is finished once, however often it is asked for', async () => {
  const { finisher, begun, state, release } = newFinisher()
  for (let count = 0; count < 40; count += 1) {
    finisher.ensure(release('a'))
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(begun).toEqual(['a'])
  // Another one is served meanwhile, so this one ends early.
  state.isServed = false
  finisher.ask(release('b'))
  await vi.advanceTimersByTimeAsync(10_000)
  state.isServed = true
  finisher.ensure(release('b'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(begun).toEqual(['a', 'b', 'b'])
})

test('a failure is retried after growing pauses until it succeeds', async () => {
  const { finisher, begun, failures, state, release } = newFinisher()
  state.failure = new Error('The disk is full.')
  finisher.ask(release('a'))
  const counts: number[] = []
  for (let seconds = 0; seconds < 60; seconds += 10) {
    await vi.advanceTimersByTimeAsync(10_000)
    // No run that ends meanwhile hurries it.
    finisher.ensure(release('a'))
    counts.push(begun.length)
  }
  expect(counts).toEqual([1, 2, 3, 3, 3, 4])
  state.failure = undefined
  await vi.advanceTimersByTimeAsync(600_000)
  expect(begun).toHaveLength(5)
  expect(failures).toHaveLength(4)
  finisher.ask(release('b'))
  state.served = 'b'
  state.failure = new Error('The disk is full.')
  await vi.advanceTimersByTimeAsync(13_000)
  expect(begun.slice(5), 'soon, after one that was finished').toHaveLength(2)
})

test('a newer release does not wait for one that failed', async () => {
  const { finisher, begun, state, release } = newFinisher()
  state.failure = new Error('The disk is full.')
  finisher.ask(release('z'))
  await vi.advanceTimersByTimeAsync(2_000)
  finisher.ask(release('a'))
  state.failure = undefined
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun).toEqual(['z', 'a'])
})
