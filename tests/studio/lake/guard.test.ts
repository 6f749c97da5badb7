import { request as httpRequest } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { openLake } from '../../../studio/lake/lake.ts'
import { startLake, temporaryFolder, writeSeed } from './fixture.ts'

const TOKEN = 'a-token-that-nobody-guesses'
const QUERY = '/v2025-02-19/data/query/production?query=count(*)'

/** Unlike fetch, sends any Host and Origin. */
async function ask(url: string, path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url + path, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', reject).end()
  })
}

async function openSocket(url: string, path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url.replace('http', 'ws') + path, { headers })
    onTestFinished(() => socket.terminate())
    socket.on('open', () => resolve('open'))
    socket.on('error', (error) => resolve(error.message))
  })
}

test('a name that was pointed at this machine is not answered', async () => {
  const { url } = await startLake({ origins: ['https://cms.example.org'] })
  const { port } = new URL(url)
  expect(await ask(url, QUERY, { host: 'evil.example' })).toBe(403)
  expect(await ask(url, QUERY, { host: `evil.example:${port}` })).toBe(403)
  expect(await ask(url, QUERY, { host: 'localhost.evil.example' })).toBe(403)
  expect(await ask(url, QUERY, { host: `localhost:${port}` })).toBe(200)
  expect(await ask(url, QUERY, { host: 'cms.example.org' })).toBe(200)
})

test('pages of other sites reach nothing, by HTTP or by socket', async () => {
  const { url } = await startLake()
  const { host } = new URL(url)
  for (const path of ['/mux', '/v2022-06-30/socket/production']) {
    expect(await openSocket(url, path, { origin: `http://${host}` })).toBe('open')
    expect(await openSocket(url, path, { origin: 'https://evil.example' })).toMatch(/403/)
    expect(await openSocket(url, path, { origin: 'http://localhost:1' })).toMatch(/403/)
    expect(await openSocket(url, path, { host: 'evil.example' })).toMatch(/403/)
  }
  expect(await ask(url, QUERY, { origin: 'https://evil.example' })).toBe(403)
  expect(await ask(url, QUERY, { origin: 'null' })).toBe(403)
  expect(await ask(url, QUERY, { 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await ask(url, QUERY, { origin: `http://${host}` })).toBe(200)
})

test('without the token only what is published can be read', async () => {
  const { client, clientWith, url } = await startLake({ token: TOKEN })
  const ids = '*[_type == "faqGroup"]._id'
  for (const perspective of ['raw', 'drafts', 'published'] as const) {
    expect(await client.fetch(ids, {}, { perspective })).toEqual(['faq-one', 'faq-two'])
  }
  expect(await client.getDocument('drafts.faq-two')).toBeUndefined()
  const trusted = clientWith({ token: TOKEN })
  expect(await trusted.fetch(ids, {}, { perspective: 'raw' })).toHaveLength(4)
  expect(await trusted.getDocument('drafts.faq-two')).toMatchObject({ title: 'Security and trust' })

  await expect(client.create({ _type: 'pillar' })).rejects.toMatchObject({ statusCode: 401 })
  await expect(clientWith({ token: `${TOKEN}x` }).create({ _type: 'pillar' })).rejects.toMatchObject({
    statusCode: 401,
  })
  await trusted.create({ _id: 'allowed', _type: 'pillar' })
  for (const path of [
    'data/export/production',
    'data/history/production/documents/drafts.faq-two',
    'data/history/production/transactions/drafts.faq-two',
    'users/me',
    'projects/local',
  ]) {
    expect((await fetch(`${url}/v2025-02-19/${path}`)).status).toBe(401)
  }
})

test('a listener without the token hears nothing of drafts', async () => {
  const { clientWith, url } = await startLake({ token: TOKEN })
  const response = await fetch(`${url}/v2025-02-19/data/listen/production?query=*&includeResult=true`)
  const trusted = clientWith({ token: TOKEN })
  await trusted.patch('drafts.faq-two').set({ title: 'Secret' }).commit()
  await trusted.patch('faq-two').set({ title: 'Known to all' }).commit()
  let heard = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += chunk
    if (heard.includes('Known to all')) break
  }
  expect(heard).not.toContain('Secret')
})

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
  expect((await send(TOKEN, 'https://evil.example/')).headers.get('location')).toBe('/studio')
  const done = await send(TOKEN, `${url}/studio/desk`)
  expect(done.status).toBe(303)
  expect(done.headers.get('location')).toBe(`${url}/studio/desk`)
  const cookie = done.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/HttpOnly.*SameSite=Strict/)
  const me = await fetch(`${url}/v1/users/me`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
  expect(await me.json()).toMatchObject({ id: 'local-editor' })
})

test('behind a proxy that holds the certificate, addresses and cookies are those of the public origin', async () => {
  const origin = 'https://cms.example.org'
  const { lake } = await startLake({ token: TOKEN, origins: [origin] })
  const askLake = (path: string, init?: RequestInit) =>
    lake.fetch(new Request(`http://cms.example.org/v2025-02-19${path}`, init))
  const { providers } = await (await askLake('/auth/providers')).json()
  expect(providers).toMatchObject([{ url: `${origin}/v1/auth/login/token` }])
  const body = new URLSearchParams({ token: TOKEN, origin: `${origin}/studio` })
  const done = await askLake('/auth/login/token', { method: 'POST', body })
  expect(done.headers.get('location')).toBe(`${origin}/studio`)
  expect(done.headers.get('set-cookie')).toContain('Secure')

  const query = encodeURIComponent('*[_type == "sanity.imageAsset"].url')
  const shown = await (await askLake(`/data/query/production?query=${query}`)).json()
  expect(shown.result[0]).toMatch(/^https:\/\/cms\.example\.org\/images\//)
  const local = new Request(`http://127.0.0.1:4000/v2025-02-19/data/query/production?query=${query}`)
  const { result } = await (await lake.fetch(local)).json()
  expect(result[0]).toMatch(/^http:\/\/127\.0\.0\.1:4000\/images\//)
})

test('a token that is easy to guess is refused at the start', async () => {
  const opening = openLake({ dataDir: temporaryFolder(), seedDir: writeSeed(), token: 'short' })
  await expect(opening).rejects.toThrow(/token is too easy to guess/)
})
