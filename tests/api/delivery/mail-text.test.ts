import { expect, test } from 'vitest'
import { htmlOf, mailOf, textOf } from '../../../api/delivery/mail-text.ts'
import type { Delivery } from '../../../api/store/outbox.ts'

const common = { entryId: 'e1', channel: 'mail' as const, attempt: 1 }
const stored = { id: 'e1', createdAt: '2025-10-31T12:00:00.000Z', suspected: false }

function joined(intent: 'waitlist' | 'demo', revision = 1): Delivery {
  const entry = {
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
  return { ...common, kind: 'waitlist', revision, entry }
}

test.each([
  [joined('waitlist'), 'Waitlist: ada@example.com', 'A place on the waitlist'],
  [joined('waitlist', 2), 'Waitlist, updated: ada@example.com', 'A place on the waitlist'],
  [joined('demo'), 'Demo request: ada@example.com', 'A demo'],
  [joined('demo', 2), 'Demo request, updated: ada@example.com', 'A demo'],
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

function value(text: string): string {
  return `<dd dir="auto" style="margin:0 0 1em;unicode-bidi:plaintext">${text}</dd>`
}

test('what a visitor wrote runs its own way in the mail, and is escaped', () => {
  const entry = { ...stored, name: 'نرگس <b>', email: 'n@example.com', message: 'سلام.\nHello.' }
  const html = htmlOf(mailOf({ ...common, kind: 'contact', revision: 1, entry }))
  expect(html).toContain(`<dt><b>Name</b></dt>${value('نرگس &#60;b&#62;')}`)
  expect(html).toContain(`<dt><b>Message</b></dt>${value('سلام.<br>Hello.')}`)
})
