import { expect, test } from 'vitest'
import type { SubmissionDelivery, SubmissionStory } from '../../../../api/contract/submissions.ts'
import { stepsOf } from '../../../../studio/tools/submissions/story-steps.ts'

const AT = '2026-01-31T12:00:00.000Z'

function story(more: Partial<SubmissionStory> = {}): SubmissionStory {
  return {
    id: 'e1',
    kind: 'waitlist',
    createdAt: AT,
    completedAt: null,
    suspected: false,
    source: '',
    page: '',
    intent: 'waitlist',
    fields: [],
    email: 'ada@example.com',
    deliveries: [],
    note: null,
    ofAddress: { waitlist: 1, contact: 0 },
    ...more,
  }
}

function delivered(more: Partial<SubmissionDelivery>): SubmissionStory {
  const delivery = { channel: 'mail', state: 'due', isConfigured: true, attempts: 0, lastError: '' } as const
  return story({ deliveries: [{ ...delivery, attemptedAt: null, dueAt: AT, ...more }] })
}

function textsOf(told: SubmissionStory): string[] {
  return stepsOf(told).map(({ text }) => text)
}

test.each([
  [story(), 'Joined the waitlist'],
  [
    story({ source: 'hero', page: '/' }),
    'Joined the waitlist from “Opening of the home page” on the home page',
  ],
  [story({ source: 'join', page: '/' }), 'Joined the waitlist from “Form without scripts” on the home page'],
  [story({ intent: 'demo', page: '/spring-webinar' }), 'Asked for a demo on /spring-webinar'],
  [story({ kind: 'contact', intent: '' }), 'Wrote a message'],
])('%# begins with what came in, and where', (told, text) => {
  expect(stepsOf(told)[0]).toEqual({ text, at: AT })
})

test('says what the bot check found, and what completed it', () => {
  expect(textsOf(story({ suspected: true, completedAt: AT }))).toEqual([
    'Joined the waitlist',
    'A program seems to have sent it. It waits until somebody delivers it below',
    'Completed by a later send',
  ])
  expect(textsOf(story({ kind: 'contact', intent: '' }))[1]).toBe('Passed the bot check')
})

test.each([
  [{ isConfigured: false }, 'Not mailed: this server sends no mail. It waits'],
  [{}, 'Not mailed yet: on its way'],
  [{ state: 'held' }, 'Not mailed yet: held back as suspected'],
  [{ state: 'done', attempts: 1, attemptedAt: AT }, 'Mailed'],
  [
    { attempts: 2, lastError: 'ESOCKET' },
    'Not mailed yet, 2 attempts: the mail server does not answer (ESOCKET). The next attempt is automatic',
  ],
  [
    { attempts: 1, lastError: 'ESOCKET CERT_HAS_EXPIRED' },
    'Not mailed yet, 1 attempt: there is no safe connection to the mail server (ESOCKET CERT_HAS_EXPIRED). The next attempt is automatic',
  ],
  [
    { state: 'dead', attempts: 1, lastError: 'EMESSAGE 554' },
    'Not mailed yet, given up after 1 attempt: the mail server refuses this message (EMESSAGE 554)',
  ],
] as const)('tells of a delivery with %o', (delivery, text) => {
  expect(textsOf(delivered(delivery)).at(-1)).toBe(text)
})

test.each([
  ['HTTP 301', 'the CRM has moved: CRM_WEBHOOK_URL needs its new address'],
  ['HTTP 403', 'the CRM refuses it'],
  ['HTTP 503', 'the CRM has a fault of its own'],
  ['ENOTFOUND', 'the CRM’s address is not found'],
  ['CERT_HAS_EXPIRED', 'there is no safe connection to the CRM'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'there is no safe connection to the CRM'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'there is no safe connection to the CRM'],
  ['ECONNREFUSED', 'the CRM does not answer'],
  ['UND_ERR_SOCKET', 'the CRM does not answer'],
  ['TimeoutError', 'the CRM does not answer'],
] as const)('says what a CRM did that a delivery failed at with %s', (lastError, words) => {
  expect(textsOf(delivered({ channel: 'crm', state: 'dead', attempts: 2, lastError })).at(-1)).toBe(
    `The CRM does not know it yet, given up after 2 attempts: ${words} (${lastError})`,
  )
})
