import { describe, expect, onTestFinished, test } from 'vitest'
import { at, contactPost, waitlistPost } from '../../support/posts.ts'
import { everything, kinds, page, storesOn } from '../../support/store-kinds.ts'
import { newStore } from '../../support/stores.ts'

describe.each(kinds)('on %s', (kind) => {
  const { open } = storesOn(kind)

  test('each entry has a delivery per channel, a changed one a next revision, an unchanged one none', async () => {
    const store = await open()
    await store.submit(waitlistPost())
    const first = await store.call('claimDue', everything)
    // What is due together is claimed in no order that is promised.
    expect(first.map(({ channel, revision }) => `${channel} ${revision}`).toSorted()).toEqual([
      'crm 1',
      'mail 1',
    ])
    const settled = first.map(({ submissionId, channel, revision }) => {
      return { submissionId, channel, revision, state: 'done' as const }
    })
    await store.call('settle', settled, at)

    await store.submit(waitlistPost())
    expect(await store.call('claimDue', everything)).toEqual([])
    await store.submit(waitlistPost({ company: 'CAL' }))
    const second = await store.call('claimDue', everything)
    expect(second.map(({ revision }) => revision)).toEqual([2, 2])
    await store.call('settle', settled, at)
    expect(await store.call('outboxStats')).toMatchObject([{ state: 'due' }, { state: 'due' }])
  })

  test('an entry is news to a channel until it has arrived there, whatever became of it before', async () => {
    const store = await open()
    const isUpdate = async () => {
      const claimed = await store.call('claimDue', everything)
      return Object.fromEntries(claimed.map((one) => [one.channel, one.kind === 'waitlist' && one.isUpdate]))
    }
    await store.submit(waitlistPost())
    const first = await store.call('claimDue', everything)
    await store.submit(waitlistPost({ company: 'CAL' }))
    expect(await isUpdate()).toEqual({ crm: false, mail: false })
    // The attempt from before it was completed ends only now.
    const mail = first.filter(({ channel }) => channel === 'mail')
    await store.call(
      'settle',
      mail.map((one) => ({ ...one, state: 'done' as const })),
      at,
    )
    await store.call('redeliver', { submissionId: mail[0]?.submissionId, delivered: true }, at)
    expect(await isUpdate()).toEqual({ crm: false, mail: true })
  })

  test.each([{ state: 'due' as const, waitMs: 0 }, { state: 'dead' as const }])(
    'an attempt that turns out to have failed once another node has delivered changes nothing: $state',
    async (failed) => {
      const store = await open()
      await store.submit(waitlistPost())
      const { leaseMs } = everything
      const stalled = await store.call('claimDue', everything)
      const taken = await store.call('claimDue', { ...everything, now: at + leaseMs })
      expect(taken).toHaveLength(stalled.length)
      const delivered = taken.map((one) => ({ ...one, state: 'done' as const }))
      await store.call('settle', delivered, at + leaseMs)
      const late = stalled.map((one) => ({ ...one, ...failed, error: 'TIMEOUT' }))
      await store.call('settle', late, at + leaseMs)
      expect(await store.call('outboxStats')).toEqual([])
      expect(await store.call('claimDue', { ...everything, now: at + 2 * leaseMs })).toEqual([])
    },
  )

  test('suspected spam is stored and held, until a person sends it on', async () => {
    const store = await open()
    await store.submit(contactPost('n1', { suspected: true }))
    expect(await store.call('claimDue', everything)).toEqual([])
    const [message] = await store.call('contactPage', page)
    expect(message?.suspected).toBe(true)
    expect(await store.call('redeliver', { submissionId: message?.id }, at)).toBe(2)
    expect(await store.call('claimDue', everything)).toHaveLength(2)
  })

  test('failed deliveries are repeated by channel, successful ones only when named', async () => {
    const store = await open()
    await store.submit(contactPost('n1'))
    const [mail, crm] = (await store.call('claimDue', everything)).toSorted((a, b) =>
      a.channel < b.channel ? 1 : -1,
    )
    if (!mail || !crm) throw new Error('There are two channels.')
    await store.call(
      'settle',
      [
        { ...mail, state: 'done' },
        { ...crm, state: 'dead', error: 'HTTP 422' },
      ],
      at,
    )
    expect(await store.call('redeliver', { dead: true, channel: 'mail' }, at)).toBe(0)
    expect(await store.call('redeliver', { dead: true }, at)).toBe(1)
    expect(await store.call('claimDue', everything)).toMatchObject([{ channel: 'crm', attempt: 1 }])
    await store.call('settle', [{ ...crm, state: 'done' }], at)
    expect(await store.call('redeliver', { submissionId: mail.submissionId }, at)).toBe(0)
    const again = { submissionId: mail.submissionId, channel: 'mail', delivered: true } as const
    expect(await store.call('redeliver', again, at)).toBe(1)
    expect(await store.call('claimDue', everything)).toMatchObject([{ channel: 'mail' }])
  })

  test('a claim is for one taker until its lease ends, and a wrong clock delays nothing for good', async () => {
    const store = await open()
    await store.submit(contactPost('n1'))
    const yearMs = 365 * 24 * 3_600_000
    expect(await store.call('claimDue', everything)).toHaveLength(2)
    expect(await store.call('claimDue', everything)).toEqual([])
    expect(await store.call('claimDue', { ...everything, now: at + 1_000 })).toMatchObject([
      { attempt: 2 },
      { attempt: 2 },
    ])
    await store.submit(contactPost('n2', { at: at + yearMs }))
    await store.call('claimDue', { ...everything, now: at + yearMs })
    expect(await store.call('claimDue', { ...everything, now: at + 10_000 })).toHaveLength(4)
  })

  test('a digest is queued once for each day that had suspected spam', async () => {
    const store = await open()
    await store.submit(contactPost('n1', { suspected: true }))
    await store.submit(waitlistPost({}, { suspected: true }))
    const nextDay = at + 24 * 3_600_000
    await store.call('queueDigests', at)
    expect(await store.call('claimDue', everything)).toEqual([])
    await store.call('queueDigests', nextDay)
    await store.call('queueDigests', nextDay + 1)
    expect(await store.call('claimDue', { ...everything, now: nextDay })).toMatchObject([
      { kind: 'digest', day: '2025-10-31', waitlist: 1, contact: 1, channel: 'mail' },
    ])
  })

  test('a digest that could not be sent for a week is given up', async () => {
    const store = await open()
    const dayMs = 24 * 3_600_000
    await store.submit(contactPost('n1', { suspected: true }))
    await store.submit(contactPost('n2', { suspected: true, at: at + dayMs }))
    await store.call('queueDigests', at + 2 * dayMs)
    const later = at + 8 * dayMs
    await store.call('queueDigests', later)
    expect(await store.call('claimDue', { ...everything, now: later })).toMatchObject([
      { kind: 'digest', day: '2025-11-01' },
    ])
  })
})

test('a redelivery has its own id, whatever an attempt under way answers', async () => {
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
