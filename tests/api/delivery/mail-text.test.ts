import { expect, test } from 'vitest'
import { htmlOf, mailOf, textOf } from '../../../api/delivery/mail-text.ts'
import type { Delivery } from '../../../api/store/submissions/outbox.ts'

const common = { submissionId: 'e1', channel: 'mail' as const, attempt: 1 }
const stored = { id: 'e1', createdAt: '2025-10-31T12:00:00.000Z', suspected: false }

function joined(intent: 'waitlist' | 'demo', isUpdate = false): Delivery {
  const submission = {
    ...stored,
    email: 'ada@example.com',
    firstName: 'Ada',
    company: '',
    role: '',
    companySize: '' as const,
    useCase: '',
    source: 'header' as const,
    page: '/platform',
    intent,
    updatedAt: stored.createdAt,
  }
  return { ...common, kind: 'waitlist', revision: 2, submission, isUpdate }
}

test.each([
  [joined('waitlist'), 'Waitlist: ada@example.com', 'A place on the waitlist'],
  [joined('waitlist', true), 'Waitlist, updated: ada@example.com', 'A place on the waitlist'],
  [joined('demo'), 'Demo request: ada@example.com', 'A demo'],
  [joined('demo', true), 'Demo request, updated: ada@example.com', 'A demo'],
])('a mail says what was asked for %#', (delivery, subject, asked) => {
  const mail = mailOf(delivery)
  expect(mail.subject).toBe(subject)
  expect(textOf(mail)).toBe(
    `Asked for: ${asked}
Email: ada@example.com
First name: Ada
Source: header
Page: /platform
Joined: 2025-10-31T12:00:00.000Z`,
  )
})

test('the mail of a week says how much came in, and what from', () => {
  const days = [
    { day: '2025-10-27', entries: 2, demos: 1, messages: 0 },
    { day: '2025-10-28', entries: 0, demos: 0, messages: 1 },
  ]
  const sources = [{ value: 'hero', entries: 2, messages: 0 }]
  const pages = [
    { value: '/', entries: 2, messages: 0 },
    { value: '/contact', entries: 0, messages: 1 },
  ]
  const counts = { days, sources, pages, companySizes: [{ value: '', entries: 2, messages: 0 }] }
  const mail = mailOf({ ...common, kind: 'weekly', revision: 1, monday: '2025-10-27', counts })
  expect(mail).toMatchObject({ subject: 'Week of 2025-10-27: 2 sign-ups, 1 message', replyTo: undefined })
  expect(textOf(mail)).toBe(
    `Sign-ups: 2
For a demo, of these: 1
Messages: 1
By day (UTC):
2025-10-27: 2
2025-10-28: 1
By page:
/: 2
/contact: 1
By source: hero: 2
By company size: not known: 2`,
  )
})

function value(text: string): string {
  return `<dd dir="auto" style="margin:0 0 1em;unicode-bidi:plaintext">${text}</dd>`
}

test('a visitor’s words are escaped in the mail and keep their direction', () => {
  const submission = { ...stored, name: 'نرگس <b>', email: 'n@example.com', message: 'سلام.\nHello.' }
  const html = htmlOf(mailOf({ ...common, kind: 'contact', revision: 1, submission }))
  expect(html).toContain(`<dt><b>Name</b></dt>${value('نرگس &#60;b&#62;')}`)
  expect(html).toContain(`<dt><b>Message</b></dt>${value('سلام.<br>Hello.')}`)
})
