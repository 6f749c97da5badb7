import { expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../../api/http/app.ts'
import { startSmtpSink } from '../../faults/support/smtp-sink.ts'
import { ORIGIN, openPeopleHere, SITE_TOKEN } from '../support/people.ts'

/** Pages for signing in, with a mail server behind them where one is given. */
async function pages(settings: Record<string, string> = {}, siteUrl?: string) {
  const people = await openPeopleHere(settings)
  const app = createApp({
    siteUrl,
    isReady: () => true,
    release: () => Promise.resolve(new Map()),
    people,
    readers: { checkEditor: people.checkEditor },
  })
  const post = async (target: string, fields: Record<string, string>, headers: object = {}) => {
    const body = new URLSearchParams(fields).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': `${body.length}` }
    return app.request(`${ORIGIN}${target}`, { method: 'POST', body, headers: { ...type, ...headers } }, {})
  }
  const get = async (target: string) => app.request(ORIGIN + target, {}, {})
  const link = async (name: string) => {
    const { person } = await people.signIn(name, 'editor')
    const { link: made } = await people.people.sendLink(person.id, 'hand', 'Root')
    return new URL(made?.url ?? '')
  }
  return { ...people, post, get, link }
}

test('a link is used up by its button, and not by whoever looks at the page', async () => {
  const { get, post, link, askLake } = await pages()
  const url = await link('Ada')
  const page = await get(url.pathname)
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'same-origin'])
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'sha256-/u)
  const token = url.hash.slice(1)
  expect(url.pathname + url.search).not.toContain(token)

  const used = await post(url.pathname, { token })
  expect([used.status, used.headers.get('location')]).toEqual([303, '/studio'])
  const cookie = used.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/person_session=[\w-]{43}; Max-Age=43200;.*HttpOnly; SameSite=Strict/u)
  expect(cookie).not.toContain('Secure')
  const [session = ''] = cookie.split(';')
  expect(await (await askLake('/v1/users/me', { cookie: session })).json()).toMatchObject({ name: 'Ada' })
  const again = await post(url.pathname, { token })
  expect([again.status, await again.text()]).toEqual([403, expect.stringContaining('used before')])
})

test('behind a proxy that ends TLS, the session goes over TLS alone', async () => {
  const { post, link } = await pages({}, 'https://example.com')
  const url = await link('Ada')
  const used = await post(url.pathname, { token: url.hash.slice(1) })
  expect(used.status).toBe(303)
  expect(used.headers.getSetCookie()[0]).toMatch(/^person_session=[\w-]{43};.*; Secure/u)
})

test('whoever signs in where somebody else was ends the sessions they had there', async () => {
  const { post, link, askLake, signIn } = await pages()
  const { cookie: bob } = await signIn('Bob', 'editor')
  const asked = await askLake('/v1/auth/login/token', {}, new URLSearchParams({ token: SITE_TOKEN }))
  const [lakeSession = ''] = asked.headers.get('set-cookie')?.split(';') ?? []
  for (const cookie of [bob, lakeSession])
    expect((await askLake('/v1/users/me', { cookie })).status).toBe(200)
  const url = await link('Ada')
  const used = await post(url.pathname, { token: url.hash.slice(1) }, { cookie: `${bob}; ${lakeSession}` })
  expect(used.status).toBe(303)
  for (const cookie of [bob, lakeSession])
    expect((await askLake('/v1/users/me', { cookie })).status).toBe(401)
})

test('whoever used up a link is signed in, also where the sessions of before could not be ended', async () => {
  const { post, link, signIn, away, askLake } = await pages()
  const { cookie: bob } = await signIn('Bob', 'editor')
  const url = await link('Ada')
  away.add('endSessions')
  const used = await post(url.pathname, { token: url.hash.slice(1) }, { cookie: bob })
  const [cookie = ''] = used.headers.get('set-cookie')?.split(';') ?? []
  expect([used.status, await (await askLake('/v1/users/me', { cookie })).json()]).toMatchObject([
    303,
    { name: 'Ada' },
  ])
})

test('while the store is away, the page says to open the link again, which works once it is back', async () => {
  const { post, link, away } = await pages()
  const url = await link('Ada')
  const send = () => post(url.pathname, { token: url.hash.slice(1) })
  away.add('takeLink')
  const refused = await send()
  expect([refused.status, refused.headers.get('content-type')]).toEqual([503, 'text/html; charset=UTF-8'])
  expect(await refused.text()).toMatch(/<p class="fault" role="alert">[^<]*Open your link again in a minute/u)
  away.clear()
  expect((await send()).status).toBe(303)
})

test('another site posts nothing here, and a caller who tries links at random has to wait', async () => {
  const { post, link } = await pages()
  const url = await link('Ada')
  const token = url.hash.slice(1)
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
    expect((await post(url.pathname, { token }, headers)).status).toBe(403)
  const statuses = []
  for (let tries = 0; tries < 12; tries += 1)
    statuses.push((await post('/api/sign-in/link', { token: `wrong ${tries}` })).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([403, 429])
})

test('the page says the same of an address that is nobody’s, and mails those that are somebody’s', async () => {
  const sink = await startSmtpSink(() => 'accept')
  onTestFinished(() => sink.close())
  const { get, post, signIn } = await pages({ SMTP_URL: sink.url, NOTIFY_EMAIL: 'team@example.com' })
  await signIn('Ada', 'editor')
  expect(await (await get('/api/sign-in')).text()).toContain('Email address')
  // Whose mail went out first would be there first.
  const unknown = await post('/api/sign-in', { email: 'nobody@example.com' })
  const known = await post('/api/sign-in', { email: ' ADA@example.com ' })
  expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()])
  await vi.waitFor(() => expect(sink.taken).toHaveLength(1), 10_000)
  const [mail = ''] = sink.messages.values()
  expect(/^To: (.*)$/imu.exec(mail)?.[1]?.trim()).toBe('ada@example.com')
  const faulty = await post('/api/sign-in', { email: 'no address' })
  expect([faulty.status, await faulty.text()]).toEqual([400, expect.stringContaining('not an email address')])
})

test('nobody’s mailbox is filled, and a visitor who asks for links on and on has to wait', async () => {
  const sink = await startSmtpSink(() => 'accept')
  onTestFinished(() => sink.close())
  const { post, signIn, asked } = await pages({ SMTP_URL: sink.url, NOTIFY_EMAIL: 'team@example.com' })
  for (const name of ['Ada', 'Bob']) await signIn(name, 'editor')
  const statuses = []
  for (const name of ['ada', 'ada', 'ada', 'ada', 'ada', 'bob', 'x', 'x', 'x', 'x'])
    statuses.push((await post('/api/sign-in', { email: `${name}@example.com` })).status)
  expect(statuses).toEqual(Array(10).fill(200))
  const waiting = await post('/api/sign-in', { email: 'x@example.com' })
  expect([waiting.status, await waiting.text()]).toEqual([429, expect.stringContaining('Too many tries')])
  expect(waiting.headers.get('retry-after')).toMatch(/^[1-9]\d?$/u)

  await vi.waitFor(() => expect(sink.taken).toHaveLength(5), 10_000)
  // Looked for in the order of the requests: four times Ada, Bob, and four times whoever x is.
  await vi.waitFor(() => expect(asked.filter((name) => name === 'personByEmail')).toHaveLength(9))
  const mailed = [...sink.messages.values()].map((mail) => /^To: (\w+)/imu.exec(mail)?.[1])
  expect(mailed.filter((name) => name === 'ada')).toHaveLength(4)
  expect(mailed).toContain('bob')
})

test('somebody whose invitation is not mailed is on the list all the same, and gets another link', async () => {
  const sink = await startSmtpSink((attempt) => (attempt === 1 ? 'unknown' : 'accept'))
  onTestFinished(() => sink.close())
  const { people } = await pages({ SMTP_URL: sink.url, NOTIFY_EMAIL: 'team@example.com' })
  const invitation = { name: 'Ada', email: 'ada@example.com', role: 'editor' } as const
  await expect(people.invite(invitation, 'Root')).rejects.toThrow('did not take the mail')
  const [ada] = (await people.list()).people
  expect(ada).toMatchObject({ name: 'Ada', signedInAt: null })
  await people.sendLink(ada?.id ?? '', 'mail', 'Root')
  expect(sink.taken).toHaveLength(1)
  await expect(people.invite(invitation, 'Root')).rejects.toThrow('another look')
})

test('where no mail is sent, the page says whom to ask', async () => {
  const { get } = await pages()
  expect(await (await get('/api/sign-in')).text()).toContain('Ask an administrator')
})
