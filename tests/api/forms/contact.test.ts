import { createHmac } from 'node:crypto'
import { Script } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { newApp } from '../support/app.ts'
import { solveToken } from '../support/token.ts'

const { forms, get, post, postForm, token } = newApp()
afterAll(() => forms.close())

const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello', age: 20_000 }

/** The messages that are stored of an address. */
async function messagesOf(email: string) {
  const all = await forms.call('contactPage', { after: '', limit: 100 })
  return all.filter((one) => one.email === email)
}

test('a message with a solved bot check, which costs its work, is stored', async () => {
  const solved = await token()
  const { solution }: Payload = JSON.parse(Buffer.from(solved, 'base64').toString())
  expect(solution.counter).toBeGreaterThanOrEqual(200)
  const response = await post('/api/contact', { ...message, token: solved })
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual({ status: 'stored' })
})

test('a token is good for one message', async () => {
  const solved = await token()
  expect((await post('/api/contact', { ...message, token: solved })).status).toBe(201)
  const second = await post('/api/contact', { ...message, token: solved })
  expect(second.status).toBe(403)
  expect(await second.json()).toMatchObject({ type: '/api/problems#bot-check-failed' })
  // By then it has run out by itself.
  await forms.call('forget', Date.now() + 11 * 60_000)
  expect((await post('/api/contact', { ...message, token: solved })).status).toBe(403)
})

test('a repeat under its key needs no new token, and other content under it is refused', async () => {
  const key = { 'idempotency-key': 'c-1' }
  expect((await post('/api/contact', { ...message, token: await token() }, key)).status).toBe(201)
  expect((await post('/api/contact', message, key)).status).toBe(201)
  expect((await post('/api/contact', { ...message, message: 'Other' }, key)).status).toBe(422)
})

test('a repeat of an erased post is answered like any other, and not stored again', async () => {
  const key = { 'idempotency-key': 'c-2' }
  const email = 'gone@example.com'
  expect((await post('/api/contact', { ...message, email, token: await token() }, key)).status).toBe(201)
  expect(await messagesOf(email)).toHaveLength(1)
  await forms.call('erase', email, { editor: 'Ada', reason: 'asked for' }, Date.now())
  expect((await post('/api/contact', { ...message, email }, key)).status).toBe(201)
  expect(await messagesOf(email)).toEqual([])
})

test('a message with the hidden field filled in is suspected', async () => {
  const trapped = { ...message, email: 'robot@example.com', token: await token() }
  expect((await post('/api/contact', trapped, { 'form-trapped': '1' })).status).toBe(201)
  expect(await messagesOf('robot@example.com')).toMatchObject([{ suspected: true }])
})

function tampered(change: (payload: Payload) => void) {
  return async () => {
    const payload: Payload = JSON.parse(Buffer.from(await token(), 'base64').toString())
    change(payload)
    return Buffer.from(JSON.stringify(payload)).toString('base64')
  }
}

interface Payload {
  challenge: { signature: string; parameters: Record<string, unknown> }
  solution: { counter: number; derivedKey: string }
}

test.each([
  ['no token', () => ''],
  ['nonsense', () => 'nonsense'],
  ['JSON of another kind', () => Buffer.from('{"challenge":null}').toString('base64')],
  ['another signature', tampered(({ challenge }) => (challenge.signature = '0'.repeat(64)))],
  ['a cheaper task', tampered(({ challenge }) => (challenge.parameters['cost'] = 1))],
  ['a later end', tampered(({ challenge }) => (challenge.parameters['expiresAt'] = 9_999_999_999))],
  ['another action', tampered(({ challenge }) => (challenge.parameters['data'] = { action: 'login' }))],
  ['a wrong solution', tampered(({ solution }) => (solution.derivedKey = '0'.repeat(64)))],
  ['a task that was not ours', () => foreignToken()],
])('%s is refused with 403', async (_, make: () => string | Promise<string>) => {
  const response = await post('/api/contact', { ...message, token: await make() })
  expect(response.status).toBe(403)
})

/** A well-solved task, signed with a key of its own. */
async function foreignToken(): Promise<string> {
  const challenge = await (await get('/api/bot-check/challenge')).json()
  challenge.signature = createHmac('sha256', 'x').update(JSON.stringify(challenge.parameters)).digest('hex')
  return solveToken(challenge)
}

test('fields are looked at before the bot check is spent', async () => {
  const solved = await token()
  const refused = await post('/api/contact', { ...message, name: '', token: solved })
  expect(refused.status).toBe(400)
  expect((await post('/api/contact', { ...message, token: solved })).status).toBe(201)
})

test('a form without scripts is sent to the page’s note about the bot check', async () => {
  const response = await postForm('/api/contact', { name: 'A', email: 'a@example.com', message: 'Hi' })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/not-sent#bot-check'])
  const invalid = await postForm('/api/contact', { name: '', email: 'a@example.com', message: 'Hi' })
  expect(invalid.headers.get('location')).toBe('/not-sent#name')
  const whole = await postForm('/api/contact', {
    name: 'A',
    email: 'a@example.com',
    message: 'Hi',
    token: await token(),
  })
  expect(whole.headers.get('location')).toBe('/received')
})

test('the challenge is for the one action, and is never cached', async () => {
  const response = await get('/api/bot-check/challenge?action=submit')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect((await get('/api/bot-check/challenge?action=login')).status).toBe(400)
})

test('four challenges are given for each post that an address may send in a minute', async () => {
  const own = newApp({ RATE_LIMIT: '2' })
  const statuses: number[] = []
  for (let asked = 0; asked < 9; asked += 1) statuses.push((await own.get('/api/bot-check/challenge')).status)
  expect(statuses).toEqual([...Array<number>(8).fill(200), 429])
  await own.forms.close()
})

test('the scripts for browsers are small, and their types are gone', async () => {
  let bytes = 0
  for (const name of ['client.js', 'worker.js']) {
    const response = await get(`/api/bot-check/${name}`, { 'accept-encoding': 'br' })
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    bytes += (await response.arrayBuffer()).byteLength
    const text = await (await get(`/api/bot-check/${name}`)).text()
    expect(() => new Script(text)).not.toThrow()
    expect(text).not.toMatch(/\beval\b|blob:|: string/u)
  }
  expect(bytes).toBeLessThan(2_048)
})
