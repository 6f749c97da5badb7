import { expect, test } from 'vitest'
import { isOwnOrigin } from '../../../api/http/own-origin.ts'

const SITE = 'https://example.com'

test.each([
  ['a program, which names nothing', {}, true],
  ['the public origin, which a proxy passes on under another name', { origin: SITE }, true],
  ['the name that was asked', { origin: 'http://10.0.0.5:3000' }, true],
  ['a page of this site', { origin: SITE, 'sec-fetch-site': 'same-origin' }, true],
  ['an address that was typed', { 'sec-fetch-site': 'none' }, true],
  ['another site', { origin: 'https://evil.example' }, false],
  ['another port', { origin: 'http://10.0.0.5:3001' }, false],
  [
    'another name below the same',
    { origin: 'https://evil.example.com', 'sec-fetch-site': 'same-site' },
    false,
  ],
  ['a page without an origin', { origin: 'null' }, false],
  ['no origin, from another site', { 'sec-fetch-site': 'cross-site' }, false],
  ['an origin that contradicts the browser', { origin: SITE, 'sec-fetch-site': 'cross-site' }, false],
])('%s', (_, headers, isOwn) => {
  expect(isOwnOrigin(new Request('http://10.0.0.5:3000/api/waitlist', { headers }), SITE)).toBe(isOwn)
})

const asking = (origin: string) => new Request('http://10.0.0.5:3000/', { headers: { origin } })

test('without a public origin, the requested name is the only one', () => {
  expect([isOwnOrigin(asking('http://10.0.0.5:3000')), isOwnOrigin(asking(SITE))]).toEqual([true, false])
})
