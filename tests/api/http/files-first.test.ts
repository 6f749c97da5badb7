import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request, type IncomingMessage, type RequestListener } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { securityHeaders } from '../../../api/contract/site-headers.ts'
import { createApp } from '../../../api/http/app.ts'
import { filesFirst } from '../../../api/http/files-first.ts'
import { listen, toListener, type Listening } from '../../../api/http/http-server.ts'
import { followRelease } from '../../../api/http/release.ts'
import { makeSiteRoot, switchRelease } from '../support/site-folder.ts'

const siteUrl = 'https://example.com'
const root = makeSiteRoot()
writeFileSync(
  path.join(root, 'dist/site/release.json'),
  JSON.stringify({ redirects: { '/old-page': '/platform' } }),
)
const release = followRelease(path.join(root, 'dist/site'))
const paths = {
  count: (missing: string) => missed[1].push(missing),
  lastWeek: () => Promise.resolve([]),
  close: () => Promise.resolve(),
}
const missingPaths = { paths, checkEditor: () => Promise.reject(new Error('no editor')) }
const app = toListener(createApp({ siteUrl, isReady: () => true, release, missingPaths }).fetch)
/** Paths that went on to the app. */
let passedOn: string[] = []
/** Paths that were counted as missing, by each of the two. */
let missed: [first: string[], app: string[]] = [[], []]
const first = filesFirst({
  siteUrl,
  release,
  onMissing: (missing) => missed[0].push(missing),
  app: (asked, response) => {
    passedOn.push(asked.url ?? '')
    app(asked, response)
  },
})
let servers: Listening[] = []

beforeAll(async () => {
  servers = [await open(first), await open(app)]
})

function open(listener: RequestListener): Promise<Listening> {
  return listen(listener, { port: 0, host: '127.0.0.1', headers: securityHeaders(siteUrl) })
}

afterAll(() => Promise.all(servers.map((server) => server.drain(0))))

async function ask(index: 0 | 1, target: string, method: string, headers: Record<string, string>) {
  const { port } = new URL(servers[index]?.url ?? '')
  const sent = request({
    host: '127.0.0.1',
    port,
    path: target,
    method,
    headers: { host: 'a.example', ...headers },
  })
  const [response] = (await once(sent.end(), 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const { date: _date, ...rest } = response.headers
  return { status: response.statusCode, headers: rest, body: Buffer.concat(chunks).toString('base64') }
}

const OWN_ADDRESS = [
  '/',
  '/platform',
  '/platform?a=1',
  '/not-found',
  '/robots.txt',
  '/icon.svg',
  '/.well-known/security.txt',
  '/assets/client-1a2b3c.js',
  '/assets/pictures/0a-1x1.svg',
]
/** What is nowhere, by an address that can be read in one way. */
const NOWHERE = [
  '/nothing',
  '/Platform',
  '/nothing?a=1',
  '/no/such/page',
  '/wp-login.php',
  '/assets/none.js',
  '/apix',
]
const ANYTHING_ELSE = [
  '/platform/',
  '/index.html',
  '/index',
  '/404',
  '/%2e%2e/x',
  '/.env',
  '/nothing/',
  '/nothing.html',
  '/old-page',
  '/Old-Page?a=1',
  '//',
  '/api/health',
  '/api',
  '/preview/nothing',
  '/studio/nothing',
  '/v1/nothing',
]

/** Names that are none, or are read as another than they are spelt. */
const ODD_HOSTS = [
  'a b',
  '1.2.3.256',
  'a.123',
  'a.0x1',
  'xn--a',
  '127.1:80',
  '12345',
  'a.example:70000',
  '[::1]:70000',
]

test.each(['1.2.3.256', 'a.123', 'a.example:70000'])(
  'a page is not there under the name %s, which is a fault of who asks',
  async (host) => {
    for (const target of ['/', '/nothing', '/api/health'])
      expect([target, (await ask(0, target, 'GET', { host })).status]).toEqual([target, 400])
  },
)

test.each([...OWN_ADDRESS, ...NOWHERE, ...ANYTHING_ELSE])(
  '%s is answered as by the app alone, byte for byte',
  async (target) => {
    const { etag = '' } = (await ask(1, target, 'GET', { 'accept-encoding': 'br' })).headers
    for (const method of ['GET', 'HEAD', 'POST'])
      for (const headers of [
        {},
        { 'accept-encoding': 'gzip, deflate, br' },
        { 'accept-encoding': 'br;q=0' },
        { 'accept-encoding': 'br', 'if-none-match': etag },
        ...ODD_HOSTS.map((host) => ({ host })),
      ])
        expect(await ask(0, target, method, headers), `${method} ${JSON.stringify(headers)}`).toEqual(
          await ask(1, target, method, headers),
        )
  },
)

test('known files and plainly missing paths never reach the app, everything else does', async () => {
  passedOn = []
  for (const target of [...OWN_ADDRESS, ...NOWHERE, ...ANYTHING_ELSE]) await ask(0, target, 'GET', {})
  expect(passedOn).toEqual(ANYTHING_ELSE)
})

test('missing paths are counted as the app counts them, by path and once a GET', async () => {
  missed = [[], []]
  for (const index of [0, 1] as const)
    for (const target of NOWHERE) for (const method of ['GET', 'HEAD']) await ask(index, target, method, {})
  expect(missed[0]).toEqual(NOWHERE.map((target) => target.replace('?a=1', '')))
  expect(missed[1]).toEqual(missed[0])
})

test('an asset has no document headers, a page has all of them', async () => {
  const asset = Object.keys((await ask(0, '/assets/client-1a2b3c.js', 'GET', {})).headers)
  expect(asset).toEqual(
    expect.arrayContaining([
      'x-content-type-options',
      'cross-origin-resource-policy',
      'strict-transport-security',
    ]),
  )
  for (const name of ['content-security-policy', 'x-frame-options', 'permissions-policy', 'referrer-policy'])
    expect(asset).not.toContain(name)
  const page = Object.keys((await ask(0, '/platform', 'GET', {})).headers)
  expect(page).toEqual(expect.arrayContaining([...securityHeaders(siteUrl).keys()]))
  const missing = Object.keys((await ask(0, '/assets/none.js', 'GET', {})).headers)
  expect(missing).toEqual(expect.arrayContaining([...securityHeaders(siteUrl).keys()]))
})

test('a switched release is served at once', async () => {
  expect((await ask(0, '/home', 'GET', {})).status).toBe(200)
  switchRelease(root, 'r2', { 'index.html': '<h1>New</h1>' })
  expect(Buffer.from((await ask(0, '/', 'GET', {})).body, 'base64').toString()).toBe('<h1>New</h1>')
  expect((await ask(0, '/home', 'GET', {})).status).toBe(404)
})
