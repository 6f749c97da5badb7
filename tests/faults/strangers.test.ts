import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { newBuiltSite, PROXIED, SITE_PROCESS, TOKEN } from '../support/built-site.ts'
import { clientOf } from '../support/lake.ts'
import { removeSiteFolder, startOwnSite, type OwnSite } from '../support/own-site.ts'

let folder: string
let site: OwnSite

// As it runs behind a proxy of the same machine.
beforeAll(async () => {
  folder = await newBuiltSite(PROXIED)
  site = await startOwnSite(folder, SITE_PROCESS, PROXIED)
}, 180_000)

afterAll(async () => {
  await site.kill()
  removeSiteFolder(folder)
})

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Asks as the proxy passes it on; unlike fetch, sends any Host. */
async function ask(target: string, { method = 'GET', headers = {}, body = '' }: Asked = {}) {
  const { hostname, port } = new URL(site.url)
  const all = { host: 'example.com', 'x-forwarded-for': '8.8.8.8', ...headers }
  const sent = request({ hostname, port, path: target, method, headers: all }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return { status: response.statusCode, headers: response.headers, text }
}

const MUTATION = JSON.stringify({ mutations: [{ createOrReplace: { _id: 'intruder', _type: 'step' } }] })

test.each([
  ['GET', '/v2025-02-19/data/query/production?query=*', ''],
  ['POST', '/v2025-02-19/data/query/production', '{"query":"*"}'],
  ['POST', '/v2025-02-19/data/mutate/production', MUTATION],
  ['POST', '/v2025-02-19/data/actions/production', '{"actions":[]}'],
  ['POST', '/v2025-02-19/assets/images/production', '<svg/>'],
  ['GET', '/v1/data/listen/production?query=*', ''],
  ['GET', '/v1/data/export/production', ''],
  ['GET', '/v1/users/me', ''],
  ['PUT', '/v1/users/me/keyvalue', '[]'],
  ['GET', '/api/releases', ''],
  ['GET', '/api/publishes', ''],
  ['GET', '/api/publishes/home', ''],
  ['GET', '/api/releases/x/changes', ''],
  ['POST', '/api/releases/x/switch', ''],
  ['POST', '/api/submissions/search', '{}'],
  ['GET', '/api/submissions/news', ''],
  ['GET', '/api/submissions/counts', ''],
  ['GET', '/api/submissions/x', ''],
  ['POST', '/api/submissions/export', '{"format":"csv"}'],
  ['POST', '/api/submissions/x/redeliver', '{"channel":"mail"}'],
  ['PUT', '/api/submissions/x/note', '{"text":"x"}'],
  ['POST', '/api/submissions/x/erase', '{"reason":"asked"}'],
  ['GET', '/api/audit', ''],
  ['POST', '/api/preview/open', ''],
  ['GET', '/api/preview/shares', ''],
  ['POST', '/api/preview/shares', '{"perspective":"drafts"}'],
])('a stranger’s %s %s is refused', async (method, target, body) => {
  expect((await ask(target, { method, body })).status).toBe(401)
  const broken = { cookie: 'lake_session=%zz; lake_token=%zz' }
  expect((await ask(target, { method, body, headers: broken })).status).toBe(401)
})

test('metrics are nobody’s without their token, even where the proxy does not say that it is one', async () => {
  expect((await ask('/api/metrics')).status).toBe(403)
  expect((await fetch(`${site.url}/api/metrics`)).status).toBe(403)
})

test('a socket asked for with a broken cookie ends nothing', async () => {
  for (const path of ['/v1/socket/production', '/mux']) {
    const socket = new WebSocket(`${site.url.replace('http', 'ws')}${path}`, {
      headers: { cookie: 'lake_token=%zz; lake_session=%zz' },
    })
    const [error] = (await once(socket, 'error')) as [Error]
    expect(error.message).toMatch(/403/)
  }
  expect((await ask('/')).status).toBe(200)
})

async function guessFrom(forwarded: string): Promise<number | undefined> {
  const headers = { authorization: 'Bearer guessed', 'x-forwarded-for': forwarded }
  return (await ask('/v1/users/me', { headers })).status
}

test('guessing tokens is slowed down by the address that the proxy saw, whatever stands left of it', async () => {
  const statuses: unknown[] = []
  for (let n = 0; n < 7; n += 1) statuses.push(await guessFrom(`10.0.0.${n}, 198.51.100.7:${4000 + n}`))
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  const right = { authorization: `Bearer ${TOKEN}` }
  const from = (address: string) => ask('/v1/users/me', { headers: { ...right, 'x-forwarded-for': address } })
  expect((await from('198.51.100.7')).status).toBe(429)
  expect((await from('203.0.113.9')).status).toBe(200)
})

test('an editor signs in through the proxy, and everything follows: publish, page, receipt, preview', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://example.com' }
  const done = await ask('/v1/auth/login/token', { method: 'POST', headers, body: `token=${TOKEN}` })
  expect(done.status).toBe(303)
  const [cookie = ''] = done.headers['set-cookie'] ?? []
  expect(cookie).toMatch(/^lake_session=.*; HttpOnly; Secure; SameSite=Strict$/)
  const editor = { cookie: cookie.split(';')[0] ?? '', origin: 'https://example.com' }
  const title = 'What only editors write'
  const body = JSON.stringify({ mutations: [{ patch: { id: 'about', set: { title } } }] })
  const mutated = await ask('/v2025-02-19/data/mutate/production', { method: 'POST', headers: editor, body })
  expect(mutated.status).toBe(200)
  const receipt = async () => (await ask('/api/publishes/about', { headers: editor })).text
  await expect.poll(receipt, { timeout: 30_000 }).toContain('"state":"live"')
  expect((await ask('/about')).text).toContain(title)

  const asked = JSON.stringify({ perspective: 'drafts', path: '/about' })
  const made = await ask('/api/preview/shares', { method: 'POST', headers: editor, body: asked })
  expect(made.status).toBe(201)
  const { url } = JSON.parse(made.text) as { url: string }
  const preview = await ask(url)
  expect([preview.status, preview.text.includes(title)]).toEqual([200, true])
  expect((await ask('/v1/users/me', { headers: { ...editor, origin: 'https://evil.example' } })).status).toBe(
    403,
  )
})

test('programs of this machine read with the token that they have', async () => {
  const client = clientOf(site.url)
  await expect(client.fetch('count(*)')).rejects.toMatchObject({ statusCode: 401 })
  expect(await client.withConfig({ token: TOKEN }).fetch('count(*)')).toBeGreaterThan(10)
})
