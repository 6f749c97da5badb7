import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMailSender } from '../../../../api/delivery/mail.ts'
import { startDelivery } from '../../../../api/delivery/worker.ts'
import { startSmtpSink } from '../../../faults/support/smtp-sink.ts'
import { contactPost, waitlistPost } from '../../support/posts.ts'
import { newStore } from '../../support/stores.ts'

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
      submissionId: 'weekly-2025-10-27',
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

test('no mail is about a week that ended before the mails were switched on', async () => {
  const store = newStore()
  onTestFinished(() => store.close())
  const saturday = Date.parse('2025-11-01T12:00:00Z')
  const queuedAt = async (now: number) => {
    await store.call('queueWeekly', now)
    const claimed = await store.call('claimDue', { now, leaseMs: 1_000, limit: 100, channels: ['mail'] })
    return claimed.map(({ submissionId }) => submissionId)
  }
  expect(await queuedAt(saturday)).toEqual([])
  expect(await queuedAt(saturday + 2 * 24 * 3_600_000)).toEqual(['weekly-2025-10-27'])
})

test('of two nodes one mails each week, by SMTP, with what came in', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'weekly-'))
  const sink = await startSmtpSink(() => 'accept')
  onTestFinished(() => sink.close())
  let now = Date.parse('2025-10-29T12:00:00Z')
  const nodes = [1, 2].map(() => {
    const store = newStore(dataDir)
    const sender = createMailSender({ smtpUrl: sink.url, from: 'site@example.com', to: 'team@example.com' })
    const worker = startDelivery({
      store,
      senders: new Map([['mail', sender]]),
      isWeekly: true,
      onFailure: () => undefined,
      onError: () => undefined,
      pollMs: 5,
      now: () => now,
    })
    onTestFinished(async () => {
      await worker.stop()
      sender.close()
      await store.close()
    })
    return store
  })
  // A node frees at its start what it takes for left behind: both have started before there is a mail.
  await Promise.all(nodes.map((store) => store.call('queueWeekly', now)))
  const thursday = Date.parse('2025-10-30T09:00:00Z')
  await nodes[0]?.submit(waitlistPost({ companySize: '200+' }, { at: thursday, source: 'hero', page: '/' }))
  const weekly = () => [...sink.messages.values()].filter((mail) => mail.includes('Subject: Week of '))
  const unsettled = async () =>
    (await nodes[0]?.call('outboxStats'))?.filter(({ channel }) => channel === 'mail')
  // Each node looks for due mails every ten minutes.
  for (const monday of ['2025-11-03T00:00:01Z', '2025-11-03T00:20:01Z', '2025-11-05T08:00:00Z']) {
    now = Date.parse(monday)
    await expect.poll(() => weekly().length).toBe(1)
    // Until it is settled, its claim would end with the jump, and the other node would take it over.
    await expect.poll(unsettled).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(weekly()).toHaveLength(1)
  const [mail = ''] = weekly()
  expect(mail).toContain('To: team@example.com')
  expect(mail).toContain('Subject: Week of 2025-10-27: 1 sign-up, 0 messages')
  expect(mail).toContain('2025-10-30: 1')
  expect(mail).toContain('hero: 1')
})
