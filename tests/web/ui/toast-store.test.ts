import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToastStore } from '../../../web/ui/toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const texts = (store: ReturnType<typeof createToastStore>) =>
  store.get().map(({ text, open }) => ({ text, open }))

test('a toast is added open, and a newer one takes its place', () => {
  const store = createToastStore()
  store.add('first')
  expect(texts(store)).toEqual([{ text: 'first', open: true }])
  store.add('second')
  expect(texts(store)).toEqual([{ text: 'second', open: true }])
})

test('a dismissed toast closes at once and is removed after 1,000,000 ms', () => {
  const store = createToastStore()
  store.add('text').dismiss()
  expect(texts(store)).toEqual([{ text: 'text', open: false }])
  vi.advanceTimersByTime(999_999)
  expect(store.get()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(store.get()).toEqual([])
})

test('an update changes the text, reopens and keeps the toast from being removed', () => {
  const store = createToastStore()
  const toast = store.add('before')
  toast.dismiss()
  toast.update('after')
  vi.advanceTimersByTime(2_000_000)
  expect(texts(store)).toEqual([{ text: 'after', open: true }])
})

test('tells its listeners, until they leave', () => {
  const store = createToastStore()
  const listener = vi.fn<() => void>()
  const leave = store.subscribe(listener)
  store.add('one')
  leave()
  store.add('two')
  expect(listener).toHaveBeenCalledTimes(1)
})
