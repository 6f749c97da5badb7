import { expect, onTestFinished, test } from 'vitest'
import { at, waitlistPost } from '../../support/posts.ts'
import { newStore } from '../../support/stores.ts'

test('what is asked for again goes out under an id of its own, whatever an attempt under way says', async () => {
  const store = newStore()
  onTestFinished(() => store.close())
  await store.submit(waitlistPost())
  const claim = async () => {
    const channels = ['crm' as const]
    return (await store.call('claimDue', { now: at, leaseMs: 60_000, limit: 9, channels }))[0]
  }
  const underWay = await claim()
  const { submissionId = '', revision = 0 } = underWay ?? {}
  const again = { submissionId, channel: 'crm', delivered: true } as const
  expect(await store.call('redeliver', again, at)).toBe(1)
  await store.call('settle', [{ submissionId, channel: 'crm', revision, state: 'done' }], at)
  expect((await claim())?.revision).toBe(revision + 1)
})
