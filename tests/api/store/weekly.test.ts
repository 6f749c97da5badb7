import { expect, onTestFinished, test } from 'vitest'
import { contactPost, waitlistPost } from '../support/posts.ts'
import { newStore } from '../support/stores.ts'

test('a mail about the last whole week is queued once, and counts that week alone', async () => {
  const store = newStore()
  onTestFinished(() => store.close())
  const sunday = Date.parse('2025-10-26T23:59:59.999Z')
  await store.submit(waitlistPost({ email: 'before@example.com' }, { at: sunday }))
  await store.submit(
    waitlistPost({ companySize: '200+' }, { at: sunday + 1, source: 'hero', page: '/', intent: 'demo' }),
  )
  await store.submit(contactPost('n1'))
  await store.submit(contactPost('n2', { suspected: true }))
  const nextMonday = Date.parse('2025-11-03T00:00:00Z')
  await store.submit(waitlistPost({ email: 'after@example.com' }, { at: nextMonday }))
  await store.call('queueWeekly', nextMonday)
  await store.call('queueWeekly', nextMonday + 6 * 24 * 3_600_000)
  const everything = { now: nextMonday, leaseMs: 1_000, limit: 100, channels: ['mail' as const] }
  const claimed = await store.call('claimDue', everything)
  const weekly = claimed.filter((one) => one.kind === 'weekly')
  expect(weekly).toMatchObject([
    {
      entryId: 'weekly-2025-10-27',
      monday: '2025-10-27',
      counts: {
        sources: [{ value: 'hero', entries: 1 }],
        companySizes: [{ value: '200+', entries: 1 }],
        pages: [
          { value: '/', entries: 1, messages: 0 },
          { value: '/contact', entries: 0, messages: 1 },
        ],
      },
    },
  ])
  const days = weekly[0]?.counts.days ?? []
  expect(days).toHaveLength(7)
  expect(days[0]).toEqual({ day: '2025-10-27', entries: 1, demos: 1, messages: 0 })
  expect(days[4]).toEqual({ day: '2025-10-31', entries: 0, demos: 0, messages: 1 })
})
