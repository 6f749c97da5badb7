import { expect, test, vi } from 'vitest'
import { checkAnchor, checkLinkedPage, checkPage } from '../../../studio/schema/link-field.ts'

const landing = [{ _id: 'spring', title: 'Spring', path: '/spring' }]
const rules = [
  { _key: 'a', from: '/old-terms', to: '/tos' },
  { _key: 'b', from: '/Blog/', to: '/about' },
  { _key: 'c', from: '/begun', to: null },
]
const answer = { slugs: ['privacy', 'imprint', 'spring'], landing, rules }
const context = {
  parent: {},
  getClient: () =>
    ({ config: () => ({ dataset: 'link-field' }), fetch: () => Promise.resolve(answer) }) as never,
}

/** What the site serves, by path; any other is away. */
const SERVED: Record<string, string> = {
  '/': '<main id="main"><section id="faq"><div id="how-is-cal-priced"></div><form id="join"></form></section></main>',
  '/home': '<main id="main"><section id="roi"></section></main>',
  '/imprint': '<main id="main"><h2 id="café">Café</h2></main>',
  '/platform': '<p>Another program’s page</p>',
}

vi.stubGlobal('fetch', (path: string) =>
  SERVED[path] === undefined
    ? Promise.reject(new TypeError('away'))
    : Promise.resolve(new Response(SERVED[path])),
)

test.each([
  '/',
  '/#how-is-cal-priced',
  '/imprint#caf%C3%A9',
  '/#faq',
  '/#join',
  '/home#roi',
  '/platform#anything',
  '/spring#new',
  '/imprint',
  '/old-terms',
  '/blog',
  '/files/terms.pdf',
  '/contact?from=faq#form',
  'https://example.com/nope',
  'mailto:sales@example.com',
  '#faq',
])('takes %s, which leads somewhere', async (value) => {
  expect(await checkPage(value, context)).toBe(true)
  expect(await checkAnchor(value, context)).toBe(true)
})

test.each([
  ['/nope-page', '/nope-page is no page of this site. Choose one, such as /contact.'],
  ['/nope?a#b', '/nope is no page of this site. Choose one, such as /contact.'],
  ['/Contact/', '/Contact/ is no page of this site, and /contact is. Write it like that.'],
  ['/Old-Terms', '/Old-Terms is no page of this site, and /old-terms is. Write it like that.'],
  ['/Blog/', '/Blog/ is no page of this site, and /blog is. Write it like that.'],
  ['/begun', '/begun is no page of this site. Choose one, such as /contact.'],
  ['/nope-page#new', '/nope-page is no page of this site. Choose one, such as /contact.'],
])('refuses %s', async (value, sentence) => {
  expect(await checkPage(value, context)).toBe(sentence)
})

test.each([
  ['/#fqa', 'The home page has no place #fqa at the moment. '],
  ['/imprint#nope', 'The page /imprint has no place #nope at the moment. '],
])('doubts %s, as what brings the place may not be live yet', async (value, sentence) => {
  expect(await checkPage(value, context)).toBe(true)
  expect(await checkAnchor(value, context)).toBe(
    `${sentence}Choose another, or publish the part that has it.`,
  )
  const version = { ...context, document: { _id: 'versions.spring.about', _type: 'about' } as never }
  expect(await checkPage(value, version)).toBe(true)
  expect(await checkAnchor(value, version)).toBe(`${sentence}Check that this release adds it.`)
})

test('leaves what is no link to the rule about that', async () => {
  for (const value of ['//evil.example', '/a b', '', undefined])
    expect(await Promise.all([checkPage(value, context), checkAnchor(value, context)])).toEqual([true, true])
})

test('leaves a link that moves along with its page to the page, and doubts it when that is gone', async () => {
  const gone = (rest: object) => ({ ...context, parent: { ...rest, page: { _ref: 'gone' } } })
  expect(await checkPage('/nope-page', gone({}))).toBe(true)
  const advice = 'Publish it again or choose another: until then visitors'
  for (const [_type, seen] of [
    ['link', 'see the words without a link.'],
    ['action', 'do not see it.'],
    ['footerLink', 'do not see it.'],
  ])
    expect(await checkLinkedPage(gone({ _type, href: '/gone' }))).toBe(
      `The page that this leads to is not published any more. ${advice} ${seen}`,
    )
  expect(await checkLinkedPage({ ...context, parent: { page: { _ref: 'spring' } } })).toBe(true)
  expect(await checkLinkedPage(context)).toBe(true)
})

test('takes a link whose page is gone and whose visitors are led on, as the site keeps it', async () => {
  for (const href of ['/old-terms', '/Old-Terms?a#b', '/blog'])
    expect(await checkLinkedPage({ ...context, parent: { href, page: { _ref: 'gone' } } })).toBe(true)
})
