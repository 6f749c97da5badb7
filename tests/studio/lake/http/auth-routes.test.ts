import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Sender } from '../../../../studio/lake/http/caller.ts'
import type { Lake } from '../../../../studio/lake/lake.ts'
import { startLake, type RunningLake } from '../fixture.ts'

const TOKEN = 'a-token-that-nobody-guesses'
const LOGIN = '/v1/auth/login/token'

test('the Studio is offered a sign-in that leads back to it with a cookie', async () => {
  const { url } = await startLake({ token: TOKEN })
  const { providers } = (await (await fetch(`${url}/v1/auth/providers`)).json()) as {
    providers: { url: string }[]
  }
  const login = providers[0]?.url ?? ''
  expect(await (await fetch(`${login}?origin=${url}/studio/desk`)).text()).toContain(
    `value="${url}/studio/desk"`,
  )

  const send = (token: string, origin: string) =>
    fetch(login, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ token, origin }) })
  expect((await send('wrong', `${url}/studio`)).status).toBe(401)
  const done = await send(TOKEN, `${url}/studio/desk`)
  expect(done.status).toBe(303)
  expect(done.headers.get('location')).toBe(`${url}/studio/desk`)
  const cookie = done.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^lake_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/)
  expect(cookie).not.toContain(TOKEN)
  const me = await fetch(`${url}/v1/users/me`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
  expect(await me.json()).toMatchObject({ id: 'local-editor' })
})

test('behind a proxy that holds the certificate, addresses and cookies are those of the public origin', async () => {
  const origin = 'https://cms.example.org'
  const { lake } = await startLake({ token: TOKEN, origins: [origin] })
  const askLake = (path: string, init?: RequestInit) =>
    lake.fetch(new Request(`http://cms.example.org/v2025-02-19${path}`, init))
  const headers = { authorization: `Bearer ${TOKEN}` }
  const { providers } = await (await askLake('/auth/providers')).json()
  expect(providers).toMatchObject([{ url: `${origin}/v1/auth/login/token` }])
  const body = new URLSearchParams({ token: TOKEN, origin: `${origin}/studio` })
  const done = await askLake('/auth/login/token', { method: 'POST', body })
  expect(done.headers.get('location')).toBe(`${origin}/studio`)
  expect(done.headers.get('set-cookie')).toContain('Secure')

  const query = encodeURIComponent('*[_type == "sanity.imageAsset"].url')
  const shown = await (await askLake(`/data/query/production?query=${query}`, { headers })).json()
  expect(shown.result[0]).toMatch(/^https:\/\/cms\.example\.org\/images\//)
  const local = new Request(`http://127.0.0.1:4000/v2025-02-19/data/query/production?query=${query}`, {
    headers,
  })
  const { result } = await (await lake.fetch(local)).json()
  expect(result[0]).toMatch(/^http:\/\/127\.0\.0\.1:4000\/images\//)
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://HOST/studio',
  'http://user:pass@HOST/studio',
  'http://HOST.evil.example/',
  'http://[',
  '',
])('signing in does not lead on to %s', async (template) => {
  const { url } = await startLake({ token: TOKEN })
  const origin = template.replace('HOST', new URL(url).host)
  const done = await signIn(url, { token: TOKEN, origin })
  expect([done.status, done.headers.get('location')]).toEqual([303, '/studio'])
  const page = await (await fetch(`${url}${LOGIN}?origin=${encodeURIComponent(origin)}`)).text()
  expect(page).toContain('name="origin" value="/studio"')
})

test('the sign-in page runs nothing, is in nobody’s frame, and says what was wrong at its field', async () => {
  const { url } = await startLake({ token: TOKEN })
  const first = await fetch(url + LOGIN)
  expect(first.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; img-src 'self'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  expect(first.headers.get('x-frame-options')).toBe('DENY')
  expect(first.headers.get('cache-control')).toBe('no-store')
  const text = await first.text()
  expect(text).toMatch(/<label for="token">.*autofocus\s+aria-describedby="hint"/s)
  const style = createHash('sha256').update(/<style>(.*)<\/style>/s.exec(text)?.[1] ?? '')
  expect(first.headers.get('content-security-policy')).toContain(`'sha256-${style.digest('base64')}'`)
  const wrong = await signIn(url, { token: 'wrong', origin: '"><script>alert(1)</script>' })
  expect(wrong.status).toBe(401)
  const page = await wrong.text()
  expect(page).toMatch(/aria-invalid="true" aria-describedby="fault hint".*id="fault" role="alert"/s)
  expect(page).not.toContain('<script')
  expect(wrong.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test.each(['text/plain', 'application/json', 'multipart/form-data; boundary=x', ''])(
  'a sign-in of type %s is refused with a sentence',
  async (type) => {
    const { url } = await startLake({ token: TOKEN })
    const headers = type === '' ? undefined : { 'content-type': type }
    const body = new Blob([`token=${TOKEN}`])
    const response = await fetch(url + LOGIN, { method: 'POST', body, ...(headers && { headers }) })
    expect(response.status).toBe(415)
    expect(await response.text()).toContain('application/x-www-form-urlencoded')
  },
)

test('a sign-in of more than 4 kB is refused before it is read', async () => {
  const { url } = await startLake({ token: TOKEN })
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 65_536
      if (sent > 64 * 1024 * 1024) controller.close()
      else controller.enqueue(new Uint8Array(65_536).fill(97))
    },
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  // A server that hangs up early is as good an answer as one that says why.
  const init = { method: 'POST', headers, body: endless, duplex: 'half' }
  const status = await fetch(url + LOGIN, init).then(
    (response) => response.status,
    () => 413,
  )
  expect(status).toBe(413)
  expect(sent).toBeLessThan(32 * 1024 * 1024)
  const whole = await fetch(url + LOGIN, { method: 'POST', headers, body: `origin=${'a'.repeat(5000)}` })
  expect(whole.status).toBe(413)
})

test('no answer is kept by a cache, except the bytes of assets', async () => {
  const { url } = await startLake({ token: TOKEN })
  const bearer = { authorization: `Bearer ${TOKEN}` }
  const told = async (path: string, headers: Record<string, string> = bearer) =>
    (await fetch(url + path, { headers })).headers.get('cache-control')
  for (const path of [
    '/v1/users/me',
    '/v1/data/query/production?query=*',
    '/v1/data/query/production?query=*[',
    '/v1/data/doc/production/faq-one',
    '/v1/data/export/production',
    '/v1/auth/providers',
    '/v1/nothing',
    '/images/local/production/none.svg',
  ]) {
    expect([path, await told(path)]).toEqual([path, 'no-store'])
  }
  expect(await told('/v1/users/me', {})).toBe('no-store')
  const foreign = await fetch(`${url}/v1/users/me`, { headers: { origin: 'https://evil.example' } })
  expect([foreign.status, foreign.headers.get('cache-control')]).toEqual([403, 'no-store'])
})

test('whose session has ended is told to sign in again, as people have no token', async () => {
  const { url } = await startLake({ token: TOKEN })
  for (const headers of [{}, { cookie: 'lake_session=ended' }]) {
    const answer = await fetch(`${url}/v2025-02-19/data/query/production?query=1`, { headers })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({
      error: { description: expect.stringMatching(/session has ended: sign in again.*Programs send/u) },
    })
  }
})

test('after five wrong tokens an address waits, longer each time, and others do not', async () => {
  const { lake } = await startLake({ token: TOKEN })
  const attacker = { forwarded: true, address: '198.51.100.7' }
  for (let tries = 0; tries < 5; tries += 1)
    expect((await tryToken(lake, 'wrong', attacker)).status).toBe(401)
  const refused = await tryToken(lake, TOKEN, attacker)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  expect(await refused.text()).toMatch(
    /role="alert">Too many wrong tokens came from here. Try again in 2 seconds/,
  )
  // Tokens that are sent as a bearer count with those of the form.
  const bearer = await askAs(lake, `Bearer ${TOKEN}`, attacker)
  expect([bearer.status, bearer.headers.get('retry-after')]).toEqual([429, '2'])
  expect((await tryToken(lake, TOKEN, { forwarded: true, address: '203.0.113.9' })).status).toBe(303)
})

test('of two hundred wrong tokens five are tried, and the others have to wait', async () => {
  const { lake } = await startLake({ token: TOKEN })
  const attacker = { forwarded: true, address: '198.51.100.7' }
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => (await askAs(lake, `Bearer guess-${n}`, attacker)).status),
  )
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(195)
})

test('programs of this machine are not locked out by wrong tokens, but wrong ones wait', async () => {
  const { url, clientWith } = await startLake({ token: TOKEN })
  const statuses: number[] = []
  for (let tries = 0; tries < 7; tries += 1) {
    const headers = { authorization: 'Bearer wrong' }
    statuses.push((await fetch(`${url}/v1/users/me`, { headers })).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  expect(await clientWith({ token: TOKEN }).fetch('count(*[_type == "faqGroup"])')).toBe(2)
  expect((await signIn(url, { token: TOKEN })).status).toBe(429)
})

test('somebody who is signed in works on while others from the same address try tokens', async () => {
  const { lake } = await startLake({ token: TOKEN })
  const office = { forwarded: true, address: '198.51.100.7' }
  const cookie = cookieOf(await tryToken(lake, TOKEN, office))
  for (let tries = 0; tries < 6; tries += 1) await tryToken(lake, 'wrong', office)
  const request = new Request('http://127.0.0.1/v1/users/me', { headers: { cookie } })
  expect((await lake.fetch(request, office)).status).toBe(200)
})

test('a session that another site’s page would use is refused', async () => {
  const running = await startLake({ token: TOKEN })
  const cookie = cookieOf(await signIn(running.url, { token: TOKEN }))
  const mutate = (headers: Record<string, string>) => mutateWith(running, { cookie, ...headers })
  expect(await mutate({ origin: 'https://evil.example' })).toBe(403)
  expect(await mutate({ origin: 'null' })).toBe(403)
  expect(await mutate({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await mutate({ origin: running.url })).toBe(200)
})

async function mutateWith({ lake, url }: RunningLake, headers: Record<string, string>): Promise<number> {
  const body = JSON.stringify({ mutations: [{ createOrReplace: { _id: 'x', _type: 'step' } }] })
  const request = new Request(`${url}/v1/data/mutate/production`, { method: 'POST', body, headers })
  return (await lake.fetch(request)).status
}

async function signIn(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url + LOGIN, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) })
}

async function tryToken(lake: Lake, token: string, sender: Sender): Promise<Response> {
  const body = new URLSearchParams({ token })
  return lake.fetch(new Request(`http://127.0.0.1${LOGIN}`, { method: 'POST', body }), sender)
}

async function askAs(lake: Lake, authorization: string, sender: Sender): Promise<Response> {
  return lake.fetch(new Request('http://127.0.0.1/v1/users/me', { headers: { authorization } }), sender)
}

function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}
