import { expect, test } from 'vitest'
import { overdue } from '../../../api/delivery/alarm.ts'
import { at, contactPost } from '../support/posts.ts'
import { newStore } from '../support/stores.ts'

test('a delivery that waits over an hour on a configured channel raises the alarm', async () => {
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
