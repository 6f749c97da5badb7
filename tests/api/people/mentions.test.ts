import { expect, onTestFinished, test } from 'vitest'
import type { Person } from '../../../api/contract/people.ts'
import { openTransport } from '../../../api/delivery/mail.ts'
import { createRateLimit } from '../../../api/http/rate-limit.ts'
import { createMentionMail } from '../../../api/people/mention-mail.ts'
import { mentionRoutes } from '../../../api/people/mention-route.ts'
import { createTellMentioned, type Comment } from '../../../api/people/mentions.ts'
import { signatureOf } from '../../../studio/lake/webhooks/call.ts'
import { startSmtpSink, type Treatment } from '../../faults/support/smtp-sink.ts'

const SECRET = 'a secret of this test'

const person = (name: string, revokedAt: string | null = null): Person => ({
  id: `p-${name.toLowerCase()}`,
  name,
  email: `${name.toLowerCase()}@example.com`,
  role: 'editor',
  invitedAt: '2026-01-01T00:00:00.000Z',
  signedInAt: null,
  revokedAt,
})
const PEOPLE = [person('Ada'), person('Bea'), person('Cay'), person('Dan', '2026-02-01T00:00:00.000Z')]

function comment(named: readonly string[], fields: Partial<Comment> = {}): Comment {
  const spans = named.map((userId) => ({ userId }))
  return {
    _id: 'c1',
    authorId: 'p-ada',
    message: [{ children: [{ text: 'Shorter, ' }, ...spans] }],
    document: 'about',
    type: 'about',
    release: null,
    title: 'About',
    ...fields,
  }
}

interface Options {
  perHour?: number
  treat?: (attempt: number) => Treatment
  totalMs?: number
}

async function mentions({ perHour = 60, treat = () => 'accept', totalMs = 60_000 }: Options = {}) {
  const sink = await startSmtpSink(treat)
  const transport = openTransport({ smtpUrl: sink.url })
  onTestFinished(async () => {
    transport.close()
    await sink.close()
  })
  const refused: [person: string, codes: string][] = []
  const tell = createTellMentioned({
    mail: createMentionMail({ transport, from: 'site@example.com', host: 'cal.example', totalMs }),
    people: () => Promise.resolve(PEOPLE),
    limit: createRateLimit(perHour, { perMs: 3_600_000 }),
    onRefused: (...told) => refused.push(told),
    studio: 'https://cal.example/studio',
  })
  const addresses = () =>
    [...sink.messages.values()]
      .map((mail) => /^To: (.*)$/imu.exec(mail)?.[1]?.trim() ?? '')
      .toSorted((one, other) => one.localeCompare(other))
  return { sink, tell, addresses, refused }
}

test('mentioned people get a mail, but not the author, the revoked or the unknown', async () => {
  const { sink, tell, addresses } = await mentions()
  await tell(comment(['p-bea', 'p-cay', 'p-bea', 'p-ada', 'p-dan', 'p-nobody']))
  expect(addresses()).toEqual(['bea@example.com', 'cay@example.com'])
  const [mail = ''] = sink.messages.values()
  expect(mail).toContain('Subject: Ada mentioned you: About')
  expect(mail).toContain('https://cal.example/studio/intent/edit/id=')
  await tell(comment([]))
  expect(sink.taken).toHaveLength(2)
})

test('a mail about a comment on a version leads to the comment, in the version', async () => {
  const { sink, tell } = await mentions()
  await tell(comment(['p-bea'], { release: 'spring' }))
  const [mail = ''] = sink.messages.values()
  expect(mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(
    'https://cal.example/studio/intent/edit/id=about;type=about;inspect=sanity%2Fcomments;comment=c1?perspective=spring',
  )
})

test('a comment’s text stays text: it sets no header and no address', async () => {
  const { sink, tell } = await mentions()
  await tell(
    comment(['p-bea'], { title: 'About\r\nBcc: all@example.com', document: 'x;type=y https://evil.example' }),
  )
  const [mail = ''] = sink.messages.values()
  expect(mail).not.toMatch(/^Bcc:/imu)
  expect(mail).not.toContain('https://evil.example')
})

test('a mail that fails is tried again when the lake asks again, and no other is sent twice', async () => {
  const { sink, tell, addresses } = await mentions({
    treat: (attempt) => (attempt === 1 ? 'greylist' : 'accept'),
  })
  await expect(tell(comment(['p-bea', 'p-cay']))).rejects.toThrow()
  expect(sink.taken).toHaveLength(1)
  await tell(comment(['p-bea', 'p-cay']))
  expect(addresses()).toEqual(['bea@example.com', 'cay@example.com'])
  expect(sink.taken).toHaveLength(2)
})

test('a repeated call while mails are under way waits for them, and sends none twice', async () => {
  const { sink, tell } = await mentions({ treat: (attempt) => (attempt === 2 ? 'greylist' : 'accept') })
  const named = comment(['p-bea', 'p-cay'])
  const both = await Promise.allSettled([tell(named), tell(named)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(sink.taken).toHaveLength(1)
  await Promise.all([tell(named), tell(named)])
  expect([sink.taken.length, sink.messages.size]).toEqual([2, 2])
})

test('a mail server that hangs delays a call for a bounded time', async () => {
  const { tell, addresses } = await mentions({
    treat: (attempt) => (attempt === 1 ? 'hang' : 'accept'),
    totalMs: 2_000,
  })
  await expect(tell(comment(['p-bea', 'p-cay']))).rejects.toThrow('EABORT')
  expect(addresses()).toContain('cay@example.com')
})

test('a mail that a filter refuses is not sent again, and an author causes so many mails an hour', async () => {
  const refused = await mentions({ treat: () => 'spam' })
  await refused.tell(comment(['p-bea']))
  const { sink, tell } = await mentions({ perHour: 3 })
  for (let count = 0; count < 4; count += 1) await tell(comment(['p-bea'], { _id: `c${count}` }))
  expect(sink.taken).toHaveLength(3)
})

test('a dead mailbox delays nobody, and is reported once', async () => {
  const { tell, addresses, refused } = await mentions({
    treat: (attempt) => (attempt === 1 ? 'unknown' : 'accept'),
  })
  await tell(comment(['p-bea', 'p-cay']))
  expect([addresses(), refused]).toEqual([['cay@example.com'], [['p-bea', 'EENVELOPE 550']]])
  await tell(comment(['p-bea', 'p-cay']))
  expect([addresses(), refused.length]).toEqual([['cay@example.com'], 1])
})

test('attempts while the mail server is away do not count: everybody is told once it is back', async () => {
  let isAway = true
  const { tell, addresses } = await mentions({
    perHour: 2,
    treat: () => (isAway ? 'greylist' : 'accept'),
  })
  for (let tries = 0; tries < 5; tries += 1)
    await expect(tell(comment(['p-bea', 'p-cay']))).rejects.toThrow('451')
  isAway = false
  await tell(comment(['p-bea', 'p-cay']))
  expect(addresses()).toEqual(['bea@example.com', 'cay@example.com'])
})

test('only calls signed by the lake send mail', async () => {
  const { sink, tell } = await mentions()
  const app = mentionRoutes(tell, SECRET)
  const post = (body: string, secret = SECRET, at = Date.now()) =>
    app.request('/comments/mentions', {
      method: 'POST',
      body,
      headers: { 'sanity-webhook-signature': signatureOf(body, secret, at) },
    })
  const body = JSON.stringify(comment(['p-bea']))
  expect((await post(body, 'another')).status).not.toBe(200)
  expect((await post(body, SECRET, Date.now() - 3_600_000)).status).not.toBe(200)
  expect((await post('{"_id": "../x"}')).status).not.toBe(200)
  expect(sink.taken).toHaveLength(0)
  expect((await post(body)).status).toBe(200)
  expect(sink.taken).toHaveLength(1)
})
