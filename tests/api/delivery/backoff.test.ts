import { expect, test } from 'vitest'
import { overdue } from '../../../api/delivery/alarm.ts'
import { waitAfter } from '../../../api/delivery/backoff.ts'
import { at, contactPost } from '../support/posts.ts'
import { newStore } from '../support/stores.ts'

test('what waits for over an hour on a configured channel raises the alarm', async () => {
  const store = newStore()
  await store.submit(contactPost('n1'))
  const configured = new Set(['mail' as const])
  expect(await overdue(store, configured, at + 3_600_000)).toEqual([])
  expect(await overdue(store, configured, at + 3_601_000)).toEqual([
    { channel: 'mail', count: 1, ageSeconds: 3_601 },
  ])
  expect(await overdue(store, new Set(), at + 9_000_000)).toEqual([])
  await store.close()
})

test('waits grow from seconds to hours, differ a little, and end', () => {
  const seconds = Array.from({ length: 8 }, (_, index) => (waitAfter(index + 1, () => 0.5) ?? 0) / 1_000)
  expect(seconds).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000, 0])
  expect(waitAfter(8)).toBeUndefined()
  expect(waitAfter(1, () => 0)).toBe(4_500)
  expect(waitAfter(1, () => 1)).toBe(5_500)
})
