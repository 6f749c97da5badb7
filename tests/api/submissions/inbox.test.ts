import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { SubmissionCounts, SubmissionNews, SubmissionStory } from '../../../api/contract/submissions.ts'
import { serveInbox } from '../support/inbox.ts'

function from(page: string) {
  return { referer: `http://localhost${page}` }
}

test('submissions are found by their words, and by what they are', async () => {
  const { join, write, search } = await serveInbox()
  await join(
    'ada@first.example',
    { company: 'Ärzte & Söhne', companySize: '11-50' },
    '?from=hero&for=demo',
    from('/spring-webinar?utm=1'),
  )
  await join('eve@second.example', { useCase: '100% of _all_ approvals!' }, '?from=header')
  await join('bot@third.example', {}, '', { 'form-trapped': '1' })
  await write('bob@fourth.example', 'Good morning\nWhat does it cost?')
  const found = async (asked: object) =>
    (await search(asked)).submissions.map(({ email }) => email.split('@')[0])
  expect(await found({})).toEqual(['bob', 'bot', 'eve', 'ada'])
  expect((await search()).submissions[3]).toMatchObject({
    kind: 'waitlist',
    company: 'Ärzte & Söhne',
    intent: 'demo',
    source: 'hero',
    page: '/spring-webinar',
    suspected: false,
    hasNote: false,
    deliveries: [
      { channel: 'mail', state: 'due' },
      { channel: 'crm', state: 'due' },
    ],
  })
  expect(await found({ search: 'FIRST.example' })).toEqual(['ada'])
  expect(await found({ search: 'ärzte söhne' })).toEqual(['ada'])
  expect(await found({ search: 'ÄRZTE' })).toEqual(['ada'])
  expect(await found({ search: '100% _all_ approvals!' })).toEqual(['eve'])
  expect(await found({ search: '_ll_' })).toEqual([])
  expect(await found({ search: 'cost morning' })).toEqual(['bob'])
  // PostgreSQL takes a pattern that ends in one of these for a mistake.
  expect(await found({ search: 'cost \\' })).toEqual([])
  expect(await found({ search: 'example', kind: 'contact' })).toEqual(['bob'])
  expect(await found({ kind: 'waitlist' })).toEqual(['bot', 'eve', 'ada'])
  expect(await found({ intent: 'demo' })).toEqual(['ada'])
  expect(await found({ source: 'header' })).toEqual(['eve'])
  expect(await found({ companySize: '11-50' })).toEqual(['ada'])
  expect(await found({ page: '/spring-webinar' })).toEqual(['ada'])
  expect(await found({ page: '/contact' })).toEqual(['bob'])
  expect(await found({ suspected: true })).toEqual(['bot'])
  await join('dan@fifth.example', {}, '?from=header', from('/contact'))
  expect(await found({ page: '/contact' })).toEqual(['dan', 'bob'])
})

test('a list is read page by page, without a gap, a double or what came meanwhile', async () => {
  const { join, write, search } = await serveInbox()
  for (let count = 0; count < 60; count += 1) await join(`visitor${count}@example.com`)
  await write('bob@example.com', 'Hello')
  const first = await search()
  expect([first.submissions.length, first.next]).toEqual([50, first.submissions[49]?.id])
  await join('late@example.com')
  const second = await search({ after: first.next })
  expect([second.submissions.length, second.next]).toEqual([11, null])
  const emails = [...first.submissions, ...second.submissions].map(({ email }) => email)
  expect(emails).toHaveLength(61)
  expect(new Set(emails).size).toBe(61)
  expect(emails).not.toContain('late@example.com')
})

test('a story tells what was sent, completed, delivered, given up and delivered again', async () => {
  const { join, search, onlyId, answer, ask } = await serveInbox({
    SMTP_URL: 'smtp://127.0.0.1:1',
    NOTIFY_EMAIL: 'team@example.com',
  })
  await join('ada@example.com', {}, '?from=hero')
  await pause(5)
  await join('ada@example.com', { firstName: 'Ada', companySize: '51-200' })
  const id = await onlyId()
  const read = () => answer<SubmissionStory>('GET', `/submissions/${id}`)
  const failed = await vi.waitFor(async () => {
    const story = await read()
    expect(story.deliveries[0]).toMatchObject({
      channel: 'mail',
      state: 'due',
      lastError: 'ESOCKET ECONNREFUSED',
    })
    return story
  }, 20_000)
  expect(failed).toMatchObject({
    kind: 'waitlist',
    source: 'hero',
    suspected: false,
    email: 'ada@example.com',
    ofAddress: { waitlist: 1, contact: 0 },
    note: null,
  })
  expect(failed.completedAt).not.toBeNull()
  expect(failed.fields).toContainEqual({ name: 'firstName', value: 'Ada' })
  expect(failed.deliveries[0]?.attemptedAt).not.toBeNull()
  expect(failed.deliveries[1]).toMatchObject({ channel: 'crm', isConfigured: false, attemptedAt: null })
  expect((await search({ undelivered: true })).submissions).toHaveLength(1)

  const again = await answer<SubmissionStory>('POST', `/submissions/${id}/redeliver`, { channel: 'mail' })
  expect(again.deliveries[0]).toMatchObject({ state: 'due' })
  // The next attempt may have failed already.
  expect(again.deliveries[0]?.attempts).toBeLessThanOrEqual(1)
  await vi.waitFor(async () => expect((await read()).deliveries[0]?.attempts).toBeGreaterThan(0), 20_000)
  const refused = await ask('POST', `/submissions/${id}/redeliver`, { channel: 'crm' })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('CRM_WEBHOOK_URL')])
  expect((await ask('POST', `/submissions/${id}/redeliver`, { channel: 'fax' })).status).toBe(400)
  expect((await ask('GET', '/submissions/none')).status).toBe(404)
})

test('a note is written, found, changed and taken away', async () => {
  const { join, search, onlyId, answer, ask } = await serveInbox()
  await join('ada@example.com')
  const id = await onlyId()
  const write = (text: string) => answer<SubmissionStory>('PUT', `/submissions/${id}/note`, { text })
  expect((await write(' Called back, wants an offer ')).note).toMatchObject({
    text: 'Called back, wants an offer',
    editor: 'Administrator (token)',
  })
  expect((await search({ search: 'OFFER' })).submissions).toMatchObject([{ id, hasNote: true }])
  expect((await write('Sent')).note?.text).toBe('Sent')
  expect((await write('')).note).toBeNull()
  const tooLong = await ask('PUT', `/submissions/${id}/note`, { text: 'x'.repeat(2_001) })
  expect([tooLong.status, tooLong.text]).toEqual([400, expect.stringContaining('2000 characters')])
  expect((await ask('PUT', '/submissions/none/note', { text: 'Sent' })).status).toBe(404)
})

test('a note that somebody else changed meanwhile is not written over', async () => {
  const { join, onlyId, answer, ask } = await serveInbox()
  await join('ada@example.com')
  const target = `/submissions/${await onlyId()}/note`
  const write = (text: string, writtenAt: string | null) => ask('PUT', target, { text, writtenAt })
  const { note } = await answer<SubmissionStory>('PUT', target, { text: 'Called back', writtenAt: null })
  const refused = await write('Sent an offer', null)
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Somebody else changed')])
  expect((await write('Called back, sent an offer', note?.writtenAt ?? '')).status).toBe(200)
  expect((await write('', note?.writtenAt ?? '')).status).toBe(409)
  expect((await write('Sent', 'yesterday')).status).toBe(400)
})

test('news counts from the last id seen, robots left out', async () => {
  const { join, answer } = await serveInbox()
  const news = (seen: string) => answer<SubmissionNews>('GET', `/submissions/news?seen=${seen}`)
  expect(await news('')).toEqual({ newest: '', unseen: 0 })
  await join('ada@example.com')
  const { newest, unseen } = await news('')
  expect(unseen).toBe(1)
  await join('bot@example.com', {}, '', { 'form-trapped': '1' })
  expect((await news(newest)).unseen).toBe(0)
  await join('eve@example.com')
  expect(await news(newest)).toMatchObject({ unseen: 1 })
})

test('sign-ups and messages are counted by day, size, source and page', async () => {
  const { join, write, answer, ask } = await serveInbox()
  await join('a@example.com', { companySize: '200+' }, '?from=hero', from('/'))
  await join('b@example.com', { companySize: '200+' }, '?from=hero&for=demo', from('/home?x=1'))
  await join('c@example.com', {}, '?from=platform', from('/platform'))
  await join('d@example.com', {}, '', { 'form-trapped': '1' })
  await join('e@example.com', {}, '', { referer: 'https://elsewhere.example/platform' })
  await join('f@example.com', {}, '', from('/preview/token/platform'))
  await join('h@example.com', {}, '', from('/contact'))
  await write('g@example.com', 'Hello')
  const counts = await answer<SubmissionCounts>('GET', '/submissions/counts?days=7')
  expect(counts.days).toHaveLength(7)
  // Midnight may have passed between the posts.
  const sum = (name: 'entries' | 'demos' | 'messages') => counts.days.reduce((all, day) => all + day[name], 0)
  expect([sum('entries'), sum('demos'), sum('messages')]).toEqual([6, 1, 1])
  expect(counts.days.map(({ day }) => day)).toEqual(counts.days.map(({ day }) => day).toSorted())
  expect(counts.companySizes).toEqual([
    { value: '', entries: 4, messages: 0 },
    { value: '200+', entries: 2, messages: 0 },
  ])
  expect(counts.sources).toContainEqual({ value: 'hero', entries: 2, messages: 0 })
  expect(counts.pages.toSorted((a, b) => (a.value < b.value ? -1 : 1))).toEqual([
    { value: '', entries: 2, messages: 0 },
    { value: '/', entries: 2, messages: 0 },
    { value: '/contact', entries: 1, messages: 1 },
    { value: '/platform', entries: 1, messages: 0 },
  ])
  expect((await ask('GET', '/submissions/counts?days=0')).status).toBe(400)
})
