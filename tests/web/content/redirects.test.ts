import { expect, test, vi } from 'vitest'
import { fromFault, toFault } from '../../../api/contract/redirect-paths.ts'
import { collapse } from '../../../web/content/redirects.ts'
import { nginxFile } from '../../../web/publisher/release/nginx-file.ts'

const pages = ['/', '/home', '/contact', '/platform', '/404']

function rules(...pairs: [from: string, to: string][]) {
  return pairs.map(([from, to], index) => ({ _key: `r${index}`, from, to }))
}

function redirectsOf(...pairs: [from: string, to: string][]) {
  const { redirects, faults } = collapse(rules(...pairs), pages)
  expect(faults).toEqual([])
  return redirects
}

function sentences(...pairs: [from: string, to: string][]) {
  return collapse(rules(...pairs), pages).faults.map(({ message }) => message)
}

test('a chain leads to its end at once, from each of its rules', () => {
  expect(redirectsOf(['/a', '/b'], ['/b', '/c'], ['/c', '/contact'])).toEqual({
    '/a': '/contact',
    '/b': '/contact',
    '/c': '/contact',
  })
})

test.each([
  [['/a', '/b?x=1#one'], ['/b', '/contact?y=2'], '/contact?y=2&x=1#one'],
  [['/a', '/b?x=1#one'], ['/b', '/contact#two'], '/contact?x=1#two'],
  [['/a', '/b?x=1'], ['/b', 'https://example.com/'], 'https://example.com/?x=1'],
] as [[string, string], [string, string], string][])(
  '%s and then %s end at %s: query and fragment come along',
  (one, two, end) => {
    expect(redirectsOf(one, two)['/a']).toBe(end)
  },
)

test('a page wins over a rule from its path, so that a page may move back', () => {
  const there = rules(['/old', '/new'])
  expect(collapse(there, ['/new']).redirects).toEqual({ '/old': '/new' })
  const back = rules(['/old', '/new'], ['/new', '/old'])
  expect(collapse(back, ['/old'])).toEqual({ redirects: { '/new': '/old' }, faults: [] })
})

test.each([
  [
    [
      ['/a', '/b'],
      ['/b', '/a'],
    ],
    '/a → /b → /a',
  ],
  [[['/a', '/a']], '/a → /a'],
  [[['/a', '/A/']], '/a → /a'],
  [
    [
      ['/in', '/a'],
      ['/a', '/b'],
      ['/b', '/c.html'],
      ['/c', '/a'],
    ],
    '/a → /b → /c → /a',
  ],
] as [[string, string][], string][])('%j is refused once, with the circle %s', (pairs, round) => {
  const { redirects, faults } = collapse(rules(...pairs), pages)
  expect(redirects).toEqual({})
  expect(faults).toHaveLength(1)
  expect(faults[0]?.message).toContain(`${round}.`)
})

test('of a long circle and of what leads there, the first paths and a number are told', () => {
  const pairs = Array.from({ length: 2_000 }, (_, i): [string, string] => [`/n${i}`, `/n${(i + 1) % 2_000}`])
  expect(sentences(...pairs, ['/in', '/n1500'])).toEqual([
    'These redirects go round in a circle: /n0 → /n1 → /n2 → /n3 → /n4 → /n5 → /n6 → /n7 → /n8 → /n9 → 1990 more → /n0. Let one of them lead to a page.',
  ])
})

test('a chain is followed once, however long it is and wherever it is joined', () => {
  const decode = vi.spyOn(globalThis, 'decodeURIComponent')
  const last = 1_500
  const links = Array.from({ length: last }, (_, i): [string, string] => [`/n${i}`, `/n${i + 1}`])
  const redirects = redirectsOf(...links, [`/n${last}`, '/contact'])
  expect(new Set(Object.values(redirects))).toEqual(new Set(['/contact']))
  expect(Object.keys(redirects)).toHaveLength(last + 1)
  expect(decode.mock.calls.length).toBeLessThan(10 * last)
})

test('whatever leads into a chain that became too long is too long as well', () => {
  const query = 'q'.repeat(900)
  const faults = sentences(
    ['/a', `/b?${query}`],
    ['/b', `/c?${query}`],
    ['/c', `/d?${query}`],
    ['/d', '/contact'],
  )
  expect(faults).toEqual([expect.stringMatching(/^\/a leads through other redirects to an address of more/u)])
})

test('a fault names its field, and the other rules still lead somewhere', () => {
  const { redirects, faults } = collapse(rules(['/a', '/contact'], ['nowhere', '/contact']), pages)
  expect(redirects).toEqual({ '/a': '/contact' })
  expect(faults).toEqual([{ message: expect.stringContaining('“nowhere”'), path: 'rules[_key=="r1"].from' }])
})

test('a path that is redirected twice is refused, however it is spelled', () => {
  expect(sentences(['/a', '/contact'], ['/A/', '/platform'])).toEqual([
    '/a is redirected twice. Delete one of the two rules.',
  ])
})

test.each(['/robots.txt', '/Favicon.ico', '/.well-known/security.txt', '/owner.json', '/release.json'])(
  'a rule from the file %s is refused where it is written, and rests where it was published before',
  (from) => {
    expect(fromFault(from)).toMatch(/ is kept for files of the site\. Choose another path\.$/)
    expect(redirectsOf([from, '/contact'], ['/a', '/contact'])).toEqual({ '/a': '/contact' })
  },
)

test.each(['/preview', '/Preview/', '/preview/old', '/mux'])(
  'a rule from %s, which the server answers itself, is refused where it is written, and rests where it was published',
  (from) => {
    expect(fromFault(from)).toMatch(/ belongs to the server\. Choose another path\.$/)
    expect(redirectsOf([from, '/contact'], ['/a', '/contact'])).toEqual({ '/a': '/contact' })
    expect(fromFault('/previews')).toBeUndefined()
  },
)

test.each([
  ['a path', `/${'a'.repeat(1_999)}`, `/${'a'.repeat(2_000)}`],
  ['a path that is not plain', `/${'ü'.repeat(333)}`, `/${'ü'.repeat(334)}`],
])('%s is refused beyond two thousand letters, as it is sent', (_, longest, longer) => {
  expect(fromFault(longest)).toBeUndefined()
  expect(fromFault(longer)).toMatch(/^“.{80}…” is longer than 2000 letters, .+ Shorten it\.$/u)
  expect(toFault(longest)).toBeUndefined()
  expect(toFault(longer)).toMatch(/ is longer than 2000 letters/u)
  expect(toFault(`https://example.com${longest}`)).toMatch(/ is longer than 2000 letters/u)
})

test('nginx reads whatever redirects lead to, as none of its words is too long', () => {
  const [query, dollars] = ['x'.repeat(1_900), '$'.repeat(660)]
  const redirects = redirectsOf(
    [`/${'"'.repeat(600)}`, `/contact?${query}`],
    ['/dollars', `/contact?${dollars}`],
    ['/a', '/b'],
    ['/b', `/contact?${query}`],
  )
  const words = nginxFile([], [], redirects).match(/"(?:[^"\\]|\\.)*"/gu) ?? []
  expect(words.some((word) => word.includes(query))).toBe(true)
  expect(words.filter((word) => Buffer.byteLength(word) >= 4_096)).toEqual([])
  expect(toFault(`/contact?${dollars}${dollars}`)).toMatch(/ is longer than 2000 letters/u)
  const chain: [string, string][] = [
    ['/a', `/b?${query}`],
    ['/b', `/contact?${query}`],
  ]
  expect(sentences(...chain)).toEqual([
    '/a leads through other redirects to an address of more than 2000 letters, as each adds its own after “?”. Shorten one of them.',
  ])
})

test('no rule is written from below the folder of assets, and one that was published before leads on', () => {
  expect(fromFault('/assets/client.js')).toContain('/assets/client.js is kept for files of the site')
  expect(fromFault('/assets-of-2020')).toBeUndefined()
  expect(redirectsOf(['/assets/old.pdf', '/contact'])).toEqual({ '/assets/old.pdf': '/contact' })
})

test('a redirect to no page is refused; a file is taken on trust', () => {
  expect(sentences(['/a', '/nothing'])).toEqual([
    '/a leads to /nothing, which is no page of this site. Choose a page, such as /contact.',
  ])
  expect(redirectsOf(['/a', '/llms.txt'])).toEqual({ '/a': '/llms.txt' })
})

test.each([
  ['/Old-Page/', '/old-page'],
  ['/old.html', '/old'],
  ['/%C3%9Cber%20uns', '/über uns'],
  ['/old/../new', '/new'],
  ['/file.pdf', '/file.pdf'],
])('%s is kept as %s, as the server asks for it', (from, key) => {
  expect(Object.keys(redirectsOf([from, '/contact']))).toEqual([key])
})

test.each(['/platform/', '/platform.html', '/platform'])(
  '%s leads to the page without a second hop',
  (to) => {
    expect(redirectsOf(['/a', to])).toEqual({ '/a': '/platform' })
  },
)

test.each([
  '',
  'old',
  'https://example.com/old',
  '//evil.example',
  '/\\evil.example',
  '/a b',
  '/a?b',
  '/a#b',
  '/%E0%A4%A',
  '/a%00',
  '/api/waitlist',
  '/studio',
  '/images/a.png',
])('“%s” is no old path', (from) => {
  expect(sentences([from, '/contact'])).toHaveLength(1)
})

test.each([
  '',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/%5Cevil.example',
  '/%2F/evil.example',
  '/%2Fevil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/\t/evil.example',
  '/\r\nset-cookie: a=b',
  'http://example.com',
  'https:evil.example',
  'https:\\\\evil.example',
  'https://user:password@example.com',
  'https://exa mple.com',
  'javascript:alert(1)',
  'contact',
])('“%s” is nothing to lead to', (to) => {
  expect(collapse(rules(['/a', to]), pages)).toEqual({
    redirects: {},
    faults: [{ message: expect.stringContaining(to), path: 'rules[_key=="r0"].to' }],
  })
})
