import { expect, test } from 'vitest'
import {
  assetHeaders,
  PICTURE_POLICY,
  securityHeaders,
  UNLISTED,
} from '../../../../api/contract/site-headers.ts'
import { hostFiles } from '../../../../web/publisher/release/host-files.ts'
import { pageFile } from '../../../../web/publisher/release/manifest.ts'
import { routes } from '../../../../web/site/routes.tsx'

const redirects = { '/old': '/contact?a=1#b', '/über uns': 'https://example.com/', '/a:b*(c)': '/' }

interface Vercel {
  cleanUrls: boolean
  headers: { source: string; headers: { key: string; value: string }[] }[]
  redirects: { source: string; destination: string; permanent: boolean }[]
}

function vercel(origin = 'https://site.example'): Vercel {
  return JSON.parse(hostFiles(redirects, origin).get('vercel.json') ?? '') as Vercel
}

/** The headers of a `_headers` file by the path that they stand under. */
function headers(origin: string): Map<string, string[]> {
  const text = hostFiles({}, origin).get('_headers') ?? ''
  const blocks = text
    .trim()
    .split('\n\n')
    .map((block) => block.split('\n'))
  return new Map(blocks.map(([path = '', ...lines]) => [path, lines.map((line) => line.trim())]))
}

test.each(['https://site.example', 'http://127.0.0.1:3000'])(
  'every file of a site at %s carries the headers that this server gives it',
  (origin) => {
    const expected = [...securityHeaders(origin)].map(([name, value]) => `${name}: ${value}`)
    expect(headers(origin).get('/*')).toEqual(expected)
    const every = vercel(origin).headers.find(({ source }) => source === '/(.*)')
    expect(every?.headers.map(({ key, value }) => `${key}: ${value}`)).toEqual([
      ...expected,
      'cache-control: no-cache',
    ])
  },
)

test('HSTS is sent for an https origin only', () => {
  expect(headers('https://site.example').get('/*')).toContain('strict-transport-security: max-age=31536000')
  expect(headers('http://site.example').get('/*')?.join()).not.toContain('strict-transport-security')
})

test('hashed assets are kept for ever, by one rule, as hosts join the values of two', () => {
  expect(headers('https://site.example').get('/assets/*')).toEqual([
    'cache-control: public, max-age=31536000, immutable',
  ])
  const rules = [...headers('https://site.example')].filter(([, lines]) =>
    /cache-control/u.test(lines.join()),
  )
  expect(rules).toHaveLength(1)
})

test('pictures may do nothing when they are opened by themselves, on each host', () => {
  const policy = ['content-security-policy', PICTURE_POLICY] as const
  expect(headers('https://site.example').get('/assets/pictures/*')).toEqual([policy.join(': ')])
  const rule = { source: '/assets/pictures/(.*)', headers: [{ key: policy[0], value: policy[1] }] }
  expect(vercel().headers).toContainEqual(rule)
  // The last rule that sets a header counts there.
  const sources = vercel().headers.map(({ source }) => source)
  expect(sources.indexOf(rule.source)).toBeGreaterThan(sources.indexOf('/(.*)'))
})

test('pages hidden from search engines say so, and are exactly those missing in the sitemap', () => {
  const hidden = routes.filter(({ indexed }) => !indexed).map(({ path }) => path)
  expect([...UNLISTED].toSorted()).toEqual(hidden.map(pageFile).toSorted())
  for (const path of hidden) {
    expect(headers('https://site.example').get(path)).toEqual(['x-robots-tag: noindex'])
    expect(vercel().headers).toContainEqual({
      source: path,
      headers: [{ key: 'x-robots-tag', value: 'noindex' }],
    })
  }
})

test('redirects stand in the words of each host, with what its patterns would read escaped', () => {
  expect(hostFiles(redirects, 'https://site.example').get('_redirects')).toBe(
    ['/old /contact?a=1#b 301', '/%C3%BCber%20uns https://example.com/ 301', '/a%3Ab%2A(c) / 301', ''].join(
      '\n',
    ),
  )
  expect(vercel().redirects).toEqual([
    { source: '/old', destination: '/contact?a=1#b', permanent: true },
    { source: '/%C3%BCber%20uns', destination: 'https://example.com/', permanent: true },
    { source: String.raw`/a\:b\*\(c\)`, destination: '/', permanent: true },
  ])
})

test('an nginx of one’s own gets the same headers in each block, and targets without variables', () => {
  const text =
    hostFiles({ ...redirects, '/cost': '/contact?a=$host' }, 'https://site.example').get('_nginx.conf') ?? ''
  const blocks = text.split(/^location /mu).slice(1)
  // A block that adds one header inherits none.
  for (const block of blocks.filter((one) => one.includes('add_header'))) {
    const given = block.startsWith('^~ /assets/') ? assetHeaders : securityHeaders
    for (const [name, value] of given('https://site.example'))
      expect(block).toContain(`add_header ${name} "${value}" always;`)
  }
  expect(text).toContain('location = "/old" {')
  expect(text).toContain('if ($is_args) { return 308 "/contact?a=1&$args#b"; }')
  expect(text).toContain('return 308 "/contact?a=1#b";')
  expect(text).toContain('return 308 "/$is_args$args";')
  expect(text).toContain('return 308 "/contact?a=%24host";')
})

test('a redirect from /404 takes the place of the answer there, as nginx refuses two blocks of one path', () => {
  const text = hostFiles({ '/404': '/contact' }, 'https://site.example').get('_nginx.conf') ?? ''
  const places = [...text.matchAll(/^location (.*) \{$/gmu)].map(([, place = '']) =>
    place.replaceAll('"', ''),
  )
  expect(places).toContain('= /404')
  expect(places).toEqual([...new Set(places)])
  expect(text).toContain('return 308 "/contact$is_args$args";')
})
