import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { parseEnv } from '../../../api/env.ts'
import { openForms } from '../../../api/forms/open-forms.ts'
import { createApp } from '../../../api/http/app.ts'
import { followRelease } from '../../../api/http/release.ts'
import { createLog } from '../../../api/log.ts'
import { createMetrics } from '../../../api/metrics.ts'
import { palette } from '../../../web/theme/tokens.ts'
import { makeSiteRoot, switchRelease } from '../support/site-folder.ts'

const root = makeSiteRoot()
const app = serve(root)

function serve(siteRoot: string, siteUrl?: string) {
  const release = followRelease(path.join(siteRoot, 'dist/site'))
  return createApp({ siteUrl, isReady: () => true, release })
}

async function get(target: string, headers: Record<string, string> = {}, method = 'GET') {
  return app.fetch(new Request(`http://localhost${target}`, { headers, method }))
}

test.each([
  ['/', '<h1>Home</h1>'],
  ['/home', '<h1>Home too</h1>'],
  ['/not-found', '<h1>404 Page Not Found</h1>'],
])('%s is a page with a clean address', async (target, body) => {
  const response = await get(target)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(await response.text()).toBe(body)
})

test.each([
  ['/platform/', '/platform'],
  ['/platform///', '/platform'],
  ['/platform.html', '/platform'],
  ['/platform/?a=1&b=%2F', '/platform?a=1&b=%2F'],
  ['/index.html', '/'],
  ['/index', '/'],
  ['/index/?from=hero', '/?from=hero'],
  ['//', '/'],
])('%s moves for good to %s', async (target, location) => {
  const response = await get(target)
  expect(response.status).toBe(308)
  expect(response.headers.get('location')).toBe(location)
})

test.each([
  '/nothing',
  '/nothing/',
  '/404',
  '/404.html',
  '//evil.example/',
  '/\\evil.example/',
  '/%5Cevil.example/',
  '/%2F%2Fevil.example/',
  '/..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/platform%00.html',
  '/%00',
  '/%E0%A4%A',
  '/.stamps.json',
  '/_headers',
  '/_redirects',
  '/vercel.json',
  '/platform.html.br',
  '/assets/',
  '/assets/missing-1a2b3c.js',
  '/.well-known/',
])('%s is the 404 page with its status', async (target) => {
  const response = await get(target)
  expect(response.status).toBe(404)
  expect(response.headers.get('location')).toBeNull()
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(await response.text()).toBe('<h1>404 Page Not Found</h1>')
})

test('a path of nothing but slashes and a letter is as little work as any other', async () => {
  // More than a server takes: tried anew at each slash, it would be minutes.
  const response = await get(`${'/'.repeat(250_000)}x`)
  expect(response.status).toBe(404)
})

test('the 404 page has an address of its own that search engines leave alone', async () => {
  const response = await get('/not-found')
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect((await get('/platform')).headers.get('x-robots-tag')).toBeNull()
})

test.each([
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/site.webmanifest', 'application/manifest+json'],
  ['/icon.svg', 'image/svg+xml; charset=utf-8'],
  ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
  ['/assets/client-1a2b3c.js', 'text/javascript; charset=utf-8'],
  ['/assets/font-1a2b3c.woff2', 'font/woff2'],
])('%s is %s', async (target, type) => {
  const response = await get(target)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(type)
})

test.each(['/icon.svg', '/assets/pictures/0a-1x1.svg', '/assets/pictures/0b-1x1.png'])(
  '%s may do nothing when it is opened by itself',
  async (target) => {
    const response = await get(target)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const again = await get(target, { 'if-none-match': response.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    expect(again.headers.get('content-security-policy')).toMatch(/sandbox$/)
    expect((await get('/platform')).headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
  },
)

test('hashed assets are kept for ever, anything else is asked for again', async () => {
  const asset = await get('/assets/client-1a2b3c.js')
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await get('/robots.txt')).headers.get('cache-control')).toBe('no-cache')
})

test.each([
  ['br', true],
  ['gzip, br;q=0.5', true],
  ['*', true],
  ['*;q=0, br', true],
  ['*;q=0, br;q=0.5', true],
  ['*, br;q=0', false],
  ['*;q=0', false],
  ['gzip', false],
  ['br;q=0, gzip', false],
  ['br; q=0.000', false],
  ['brotli', false],
])('accept-encoding "%s" gives brotli: %s', async (accepted, compressed) => {
  const response = await get('/platform', { 'accept-encoding': accepted })
  expect(response.headers.get('vary')).toBe('accept-encoding')
  expect(response.headers.get('content-encoding')).toBe(compressed ? 'br' : null)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  expect((compressed ? brotliDecompressSync(bytes) : bytes).toString()).toContain('<h1>Platform</h1>')
})

test('a known etag saves the body, for each encoding its own', async () => {
  const plain = (await get('/platform')).headers.get('etag') ?? ''
  const compressed = (await get('/platform', { 'accept-encoding': 'br' })).headers.get('etag') ?? ''
  expect(plain).not.toBe(compressed)

  const same = await get('/platform', { 'if-none-match': `"other", W/${plain}` })
  expect(same.status).toBe(304)
  expect(await same.text()).toBe('')
  expect((await get('/platform', { 'if-none-match': compressed })).status).toBe(200)
})

test('HEAD has the headers of GET and no body', async () => {
  const head = await get('/platform', {}, 'HEAD')
  const full = await get('/platform')
  expect(head.status).toBe(200)
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(full.headers))
  expect(await head.text()).toBe('')
})

test('other methods are refused with the ones that work', async () => {
  const response = await get('/platform', {}, 'POST')
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD')
})

test('a switched link shows the new release whole and lets unchanged files keep their etag', async () => {
  const siteRoot = makeSiteRoot()
  const site = serve(siteRoot)
  const before = await site.request('/platform')
  switchRelease(siteRoot, 'r2', { 'index.html': '<h1>New</h1>', 'platform.html': await before.text() })
  expect(await (await site.request('/')).text()).toBe('<h1>New</h1>')
  expect((await site.request('/platform')).headers.get('etag')).toBe(before.headers.get('etag'))
  expect((await site.request('/home')).status).toBe(404)
})

test.each(['/', '/nothing', '/platform.html'])(
  'before the first release %s is a page that says so, in the site’s colours',
  async (target) => {
    const response = await serve('/nowhere').request(target)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const page = await response.text()
    const policy = response.headers.get('content-security-policy') ?? ''
    for (const [, inline = ''] of page.matchAll(/<(?:style|script)>([^<]*)</gu))
      expect(policy).toContain(createHash('sha256').update(inline).digest('base64'))
    for (const { bg, ink, ink2, signal, rule } of [palette.light, palette.dark])
      expect(page).toContain(`--bg:${bg};--ink:${ink};--ink2:${ink2};--signal:${signal};--rule:${rule}}`)
    expect((await serve('/nowhere').request(target, { method: 'HEAD' })).status).toBe(503)
  },
)

test('before the first release a file is refused with a problem', async () => {
  const response = await serve('/nowhere').request('/assets/client.js')
  expect(response.status).toBe(503)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
})

test.each(['/', '/nothing', '/api/health', '/api/nothing'])(
  '%s carries the secure headers',
  async (target) => {
    const { headers } = await get(target)
    expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('strict-transport-security')).toBeNull()
  },
)

test('transport security is promised for an https origin only', async () => {
  const secure = await serve(root, 'https://example.com').request('/')
  expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000')
  const plain = await serve(root, 'http://example.com').request('/')
  expect(plain.headers.get('strict-transport-security')).toBeNull()
})

test.each(['/v2025-02-19/data/query/production?query=*', '/api/rebuild', '/api/publishes'])(
  '%s is answered 503 as long as parts are to be opened, and not 404, at which a sender gives up',
  async (address) => {
    // Forms open before the others: what they take is not what is asked for here.
    const { env } = parseEnv({ RATE_LIMIT: 'off' })
    const dataDir = mkdtempSync(path.join(tmpdir(), 'starting-'))
    const forms = openForms(env, { dataDir, log: createLog('silent'), metrics: createMetrics() })
    onTestFinished(() => forms.close())
    const starting = createApp({
      siteUrl: undefined,
      isReady: () => true,
      areOpen: false,
      release: async () => new Map(),
      forms,
    })
    const response = await starting.request(address)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
  },
)
