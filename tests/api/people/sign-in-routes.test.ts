import { expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../../api/http/app.ts'
import { ORIGIN, openPeopleHere } from '../support/people.ts'
import { startSmtpSink } from '../../faults/support/smtp-sink.ts'

/** Pages for signing in, with a mail server behind them where one is given. */
async function pages(settings: Record<string, string> = {}) {
  const people = await openPeopleHere(settings)
  const app = createApp({
    siteUrl: undefined,
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
  expect(cookie).toMatch(/person_session=[\w-]{43};.*HttpOnly; SameSite=Strict/u)
  const [session = ''] = cookie.split(';')
  expect(await (await askLake('/v1/users/me', { cookie: session })).json()).toMatchObject({ name: 'Ada' })
  const again = await post(url.pathname, { token })
  expect([again.status, await again.text()]).toEqual([403, expect.stringContaining('used before')])
})

test('another site posts nothing here, and who tries links at random has to wait', async () => {
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
  expect(await (await get('/api/sign-in')).text()).toContain('Mail address')
  const known = await post('/api/sign-in', { email: ' ADA@example.com ' })
  const unknown = await post('/api/sign-in', { email: 'nobody@example.com' })
  expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()])
  await vi.waitFor(() => expect(sink.taken).toHaveLength(1), 10_000)
  const faulty = await post('/api/sign-in', { email: 'no address' })
  expect([faulty.status, await faulty.text()]).toEqual([400, expect.stringContaining('no mail address')])
})

test('where no mail is sent, the page says whom to ask', async () => {
  const { get } = await pages()
  expect(await (await get('/api/sign-in')).text()).toContain('Ask an administrator')
})
