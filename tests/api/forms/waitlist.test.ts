import { statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newApp } from '../support/app.ts'
import { isOnPostgres } from '../support/database.ts'
import { newStore } from '../support/stores.ts'

const { app, forms, get, post } = newApp({
  SITE_URL: 'https://example.com',
  LAKE_TOKEN: 'a-token-for-the-editors',
})
afterAll(() => forms.close())

const page = { 'sec-fetch-site': 'same-origin', origin: 'https://example.com' }

test('a JSON post is stored and answered with 201, a known address with the very same', async () => {
  const first = await post('/api/waitlist?from=hero', { email: 'one@example.com' }, page)
  const again = await post('/api/waitlist', { email: 'One@Example.com', company: 'CAL' }, page)
  for (const response of [first, again]) {
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({ status: 'stored' })
  }
  expect(Object.fromEntries(again.headers)).toEqual(Object.fromEntries(first.headers))
})

test('a demo request comes in the address, and is stored beside its source', async () => {
  const own = newApp()
  await own.post('/api/waitlist?from=header&for=demo', { email: 'a@example.com' })
  await own.post('/api/waitlist?from=hero', { email: 'b@example.com' })
  await own.post('/api/waitlist?from=hero&for=free', { email: 'c@example.com' })
  const store = newStore(own.dataDir)
  const entries = await store.call('waitlistPage', { after: '', limit: 10 })
  expect(entries.map(({ source, intent }) => [source, intent])).toEqual([
    ['header', 'demo'],
    ['hero', 'waitlist'],
    ['hero', 'waitlist'],
  ])
  await store.close()
  await own.forms.close()
})

test('a refused field is named in plain words, and nothing sent comes back', async () => {
  const response = await post('/api/waitlist', { email: 'n0body', firstName: 'Sec\u0000ret', useCase: 4 })
  expect(response.status).toBe(400)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  const text = await response.text()
  expect(JSON.parse(text)).toEqual({
    type: '/api/problems#invalid-fields',
    title: 'Invalid fields',
    status: 400,
    detail: 'Some fields need another look.',
    errors: [
      { field: 'email', detail: 'Email: enter an address such as name@example.com.' },
      { field: 'firstName', detail: 'First name: use one line without control characters.' },
      { field: 'useCase', detail: 'Use case: send this as text.' },
    ],
  })
  expect(text).not.toMatch(/n0body|ret/u)
})

test.each([
  ['a foreign page', { origin: 'https://evil.example' }, 403],
  ['a sandboxed page', { origin: 'null' }, 403],
  ['a foreign form without origin', { 'sec-fetch-site': 'cross-site' }, 403],
  ['the page where it is served', { origin: 'http://localhost' }, 201],
  ['a program', {}, 201],
  ['text/plain', { 'content-type': 'text/plain' }, 415],
  ['no type', { 'content-type': '' }, 415],
  ['another charset', { 'content-type': 'application/json; charset=latin1' }, 415],
  ['utf-8 spelled out', { 'content-type': 'application/json;charset="UTF-8"' }, 201],
  ['a compressed body', { 'content-encoding': 'gzip' }, 415],
  ['an announced megabyte', { 'content-length': '1000000' }, 413],
  ['a key with a space', { 'idempotency-key': 'a b' }, 400],
  ['a key of 201 characters', { 'idempotency-key': 'a'.repeat(201) }, 400],
])('%s gives the status %#', async (_, headers: Record<string, string>, status) => {
  const response = await post('/api/waitlist', { email: 'three@example.com' }, headers)
  expect(response.status).toBe(status)
})

test('a body without a length is not read', async () => {
  const request = new Request('http://localhost/api/waitlist', {
    method: 'POST',
    body: '{"email":"a@example.com"}',
    headers: { 'content-type': 'application/json' },
  })
  request.headers.delete('content-length')
  expect((await app.fetch(request, {})).status).toBe(411)
})

test.each(['', '{', '[]', 'null', '"text"', '3', '['.repeat(500), '{"email":"a@example.com"', '\u{FEFF}'])(
  'the body %j is no JSON object',
  async (body) => {
    const response = await post('/api/waitlist', body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ title: 'Malformed request' })
  },
)

test('the same key with other content is refused, with the same content answered alike', async () => {
  const key = { 'idempotency-key': 'k-1' }
  const body = { email: 'key@example.com' }
  expect((await post('/api/waitlist', body, key)).status).toBe(201)
  expect((await post('/api/waitlist', { ...body, age: 9000 }, key)).status).toBe(201)
  expect((await post('/api/waitlist', { ...body, company: 'Other' }, key)).status).toBe(422)
})

test('other methods are named', async () => {
  const response = await get('/api/waitlist')
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
})

test('the count is of people, not of suspected robots', async () => {
  const own = newApp()
  await own.post('/api/waitlist', { email: 'a@example.com', age: 30_000 })
  await own.post('/api/waitlist', { email: 'b@example.com', age: 30_000, website: 'http://spam.example' })
  await own.post('/api/waitlist', { email: 'c@example.com', age: 20 })
  expect(await (await own.get('/api/waitlist/count')).json()).toEqual({ count: 0 })
  await own.forms.close()
  const more = newApp()
  await more.post('/api/waitlist', { email: 'a@example.com', age: 30_000 })
  await more.postForm('/api/waitlist', { email: 'd@example.com' })
  expect(await (await more.get('/api/waitlist/count')).json()).toEqual({ count: 2 })
  await more.forms.close()
})

test("the count does not move with a post, so it can't be asked about an address", async () => {
  const own = newApp()
  const count = async () => (await own.get('/api/waitlist/count')).json()
  const before = await count()
  for (let next = 0; next < 60; next += 1) {
    await own.post('/api/waitlist', { email: `${next}@example.com`, age: 30_000 })
    expect(await count()).toEqual(before)
  }
  await own.forms.close()
})

test.skipIf(isOnPostgres)(
  'an address that is known or erased makes the disk wait like a new one, so that no time tells them apart',
  async () => {
    const own = newApp()
    const log = path.join(own.dataDir, 'submissions.sqlite-wal')
    async function written(email: string, body: object = {}): Promise<number> {
      const before = statSync(log).size
      const answer = await own.post('/api/waitlist', { email, ...body })
      expect(answer.status).toBe(201)
      return statSync(log).size - before
    }
    await own.post('/api/waitlist', { email: 'first@example.com' })
    expect(await written('new@example.com')).toBeGreaterThan(0)
    expect(await written('new@example.com')).toBeGreaterThan(0)
    const store = newStore(own.dataDir)
    await store.call('erase', 'new@example.com', { editor: 'Ada', reason: 'asked for' }, Date.now())
    await store.close()
    await own.post('/api/waitlist', { email: 'other@example.com' })
    expect(await written('new@example.com')).toBeGreaterThan(0)
    await own.forms.close()
  },
)

test('one post too many in a minute is asked to wait, a form gets its page', async () => {
  const own = newApp({ RATE_LIMIT: '2' })
  const statuses: number[] = []
  for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
    statuses.push((await own.post('/api/waitlist', { email })).status)
  expect(statuses).toEqual([201, 201, 429])
  const limited = await own.post('/api/waitlist', { email: 'd@example.com' })
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await own.postForm('/api/waitlist', { email: 'e@example.com' })).status).toBe(303)
  await own.forms.close()
})
