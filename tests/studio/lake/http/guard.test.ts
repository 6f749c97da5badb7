import { expect, onTestFinished, test, vi } from 'vitest'
import { openLake } from '../../../../studio/lake/lake.ts'
import { startLake, temporaryFolder, writeSeed } from '../fixture.ts'
import { ask, openSocket } from './any-headers.ts'

const TOKEN = 'a-token-that-nobody-guesses'
const QUERY = '/v2025-02-19/data/query/production?query=count(*)'

test('a request under a name that was pointed at this machine is refused', async () => {
  const { url } = await startLake({ origins: ['https://cms.example.org'] })
  const { port } = new URL(url)
  expect(await ask(url, QUERY, { host: 'evil.example' })).toBe(403)
  expect(await ask(url, QUERY, { host: `evil.example:${port}` })).toBe(403)
  expect(await ask(url, QUERY, { host: 'localhost.evil.example' })).toBe(403)
  expect(await ask(url, QUERY, { host: `localhost:${port}` })).toBe(200)
  expect(await ask(url, QUERY, { host: 'cms.example.org' })).toBe(200)
})

function named(headers: Record<string, string>): Record<string, string> {
  return { host: 'node.example', ...headers }
}

test('under another name only callers with the token or a session are answered, and nobody can sign in', async () => {
  const { url } = await startLake({ token: TOKEN, publicReads: true })
  const right = `Bearer ${TOKEN}`
  const signedIn = await fetch(`${url}/v1/auth/login/token`, {
    method: 'POST',
    body: new URLSearchParams({ token: TOKEN }),
    redirect: 'manual',
  })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect(await ask(url, QUERY, named({}))).toBe(403)
  expect(await ask(url, QUERY, named({ cookie }))).toBe(200)
  expect(await ask(url, QUERY, named({ cookie: 'lake_session=ended' }))).toBe(401)
  expect(await ask(url, QUERY, named({ authorization: right }))).toBe(200)
  expect(await ask(url, QUERY, named({ authorization: 'Bearer guessed' }))).toBe(401)
  for (const path of ['/v1/auth/providers', '/v1/auth/login/token', '/v1/ping'])
    for (const authorization of ['Bearer guessed', right])
      expect(await ask(url, path, named({ authorization }))).toBe(403)
  expect(await ask(url, '/v1/auth/providers', {})).toBe(200)
})

test('pages of other sites reach nothing, by HTTP or by socket', async () => {
  const { url } = await startLake()
  const { host } = new URL(url)
  for (const path of ['/mux', '/v2022-06-30/socket/production']) {
    expect(await openSocket(url, path, { origin: `http://${host}` })).toBe('open')
    expect(await openSocket(url, path, { origin: 'https://evil.example' })).toMatch(/403/)
    expect(await openSocket(url, path, { origin: 'http://127.0.0.1:1' })).toMatch(/403/)
    expect(await openSocket(url, path, { origin: 'http://localhost:1' })).toMatch(/403/)
    expect(await openSocket(url, path, { host: 'evil.example' })).toMatch(/403/)
  }
  expect(await ask(url, QUERY, { origin: 'https://evil.example' })).toBe(403)
  expect(await ask(url, QUERY, { origin: 'http://127.0.0.1:1' })).toBe(403)
  expect(await ask(url, QUERY, { origin: 'null' })).toBe(403)
  expect(await ask(url, QUERY, { 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await ask(url, QUERY, { origin: `http://${host}` })).toBe(200)
})

test('a host that is more than a name opens no socket, as it would ask the lake for another path', async () => {
  const { url } = await startLake({ token: TOKEN })
  for (const path of ['/mux', '/v1/socket/production'])
    for (const host of [
      String.raw`localhost\v1\auth\providers?`,
      'localhost/v1/auth/providers?',
      'localhost/v1/auth/providers#:80',
      'somebody@localhost',
    ])
      expect([host, await openSocket(url, path, { host })]).toEqual([host, expect.stringMatching(/400/)])
})

test('a stranger gets nothing from a lake with a token, not even what is published', async () => {
  const { clientWith, url } = await startLake({ token: TOKEN })
  for (const path of [
    'data/query/production?query=*',
    'data/doc/production/faq-one',
    'data/listen/production?query=*',
    'data/live/events/production',
    'data/export/production',
    'data/history/production/documents/faq-one',
    'data/history/production/transactions/faq-one',
    'users/me',
    'auth/id',
    'projects/local',
  ]) {
    const response = await fetch(`${url}/v2025-02-19/${path}`, { method: 'GET' })
    expect([path, response.status]).toEqual([path, 401])
  }
  const query = { method: 'POST', body: '{"query":"*"}' }
  expect((await fetch(`${url}/v2025-02-19/data/query/production`, query)).status).toBe(401)
  expect(await openSocket(url, '/mux', {})).toMatch(/403/)
  expect(await openSocket(url, '/v2022-06-30/socket/production', {})).toMatch(/403/)
  expect(await clientWith({ token: TOKEN }).fetch('count(*[_type == "faqGroup"])')).toBe(2)
})

test('a token is not read from the headers of a socket, where wrong ones could be tried', async () => {
  const { url } = await startLake({ token: TOKEN, publicReads: true })
  const headers = { authorization: `Bearer ${TOKEN}` }
  expect(await openSocket(url, '/v1/socket/production', headers)).toMatch(/403/)
})

test('with public reads, strangers see what is published and nothing else', async () => {
  const { client, clientWith, url } = await startLake({ token: TOKEN, publicReads: true })
  const ids = '*[_type == "faqGroup"]._id'
  for (const perspective of ['raw', 'drafts', 'published'] as const) {
    expect(await client.fetch(ids, {}, { perspective })).toEqual(['faq-one', 'faq-two'])
  }
  expect(await client.getDocument('drafts.faq-two')).toBeUndefined()
  const asked = await fetch(`${url}/v2025-02-19/data/doc/production/faq-one,drafts.faq-new`)
  expect(await asked.json()).toMatchObject({
    documents: [{ _id: 'faq-one' }],
    omitted: [{ id: 'drafts.faq-new', reason: 'existence' }],
  })
  const trusted = clientWith({ token: TOKEN })
  expect(await trusted.fetch(ids, {}, { perspective: 'raw' })).toHaveLength(4)
  expect(await trusted.getDocument('drafts.faq-two')).toMatchObject({ title: 'Security and trust' })

  await expect(client.create({ _type: 'pillar' })).rejects.toMatchObject({ statusCode: 401 })
  const mistaken = clientWith({ token: `${TOKEN}x` })
  await expect(mistaken.create({ _type: 'pillar' })).rejects.toMatchObject({ statusCode: 401 })
  await expect(mistaken.fetch(ids)).rejects.toMatchObject({ statusCode: 401 })
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
  const { clientWith, url } = await startLake({ token: TOKEN, publicReads: true })
  const response = await fetch(`${url}/v2025-02-19/data/listen/production?query=*&includeResult=true`)
  expect(response.status).toBe(200)
  const trusted = clientWith({ token: TOKEN })
  await trusted.patch('drafts.faq-two').set({ title: 'Secret' }).commit()
  await trusted.patch('faq-two').set({ title: 'Known to all' }).commit()
  let heard = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += chunk
    if (heard.includes('Known to all')) break
  }
  expect(heard).toContain('Known to all')
  expect(heard).not.toContain('Secret')
})

test('a token that is easy to guess is refused at the start', async () => {
  const opening = openLake({ dataDir: temporaryFolder(), seedDir: writeSeed(), token: 'short' })
  await expect(opening).rejects.toThrow(/token is too easy to guess/)
})

test('wrong tokens that are to sign everybody out are counted as anywhere else', async () => {
  const { url } = await startLake({ token: TOKEN })
  const wrong = { authorization: 'Bearer wrong' }
  const statuses = []
  for (let tries = 0; tries < 30; tries += 1)
    statuses.push(await ask(url, '/v1/auth/logout?all=true', wrong, 'POST'))
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429])
  expect(await ask(url, '/v1/auth/logout?all=true', { authorization: `Bearer ${TOKEN}` }, 'POST')).toBe(204)
})

test('a caller through a proxy of this machine waits after wrong tokens; its own programs do not', async () => {
  const { url } = await startLake({ token: TOKEN })
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const show = (token: string, headers: Record<string, string> = {}) =>
    ask(url, '/v1/users/me', { authorization: `Bearer ${token}`, ...headers })
  for (const headers of [{ 'x-forwarded-for': '8.8.8.8' }, {}]) {
    const statuses = []
    for (let tries = 0; tries < 6; tries += 1) statuses.push(await show('wrong', headers))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect(await show(TOKEN, headers)).toBe('x-forwarded-for' in headers ? 429 : 200)
  }
})
