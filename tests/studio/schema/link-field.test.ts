import { expect, test } from 'vitest'
import { checkPlace } from '../../../studio/schema/link-field.ts'

const answer = { slugs: ['privacy', 'imprint'], redirected: ['/old-terms', null] }
const context = { getClient: () => ({ fetch: () => Promise.resolve(answer) }) as never }

test.each([
  '/',
  '/#faq',
  '/#join',
  '/home#roi',
  '/platform#anything',
  '/imprint',
  '/old-terms',
  '/files/terms.pdf',
  '/contact?from=faq#form',
  'https://example.com/nope',
  'mailto:sales@example.com',
  '#faq',
])('takes %s, which leads somewhere', async (value) => {
  expect(await checkPlace(value, context)).toBe(true)
})

test.each([
  ['/nope-page', '/nope-page is no page of this site. Choose one, such as /contact.'],
  ['/nope?a#b', '/nope is no page of this site. Choose one, such as /contact.'],
  ['/Contact/', '/Contact/ is no page of this site, and /contact is. Write it like that.'],
  ['/#fqa', 'The home page has no section #fqa. Choose one, such as /#faq.'],
])('refuses %s', async (value, sentence) => {
  expect(await checkPlace(value, context)).toBe(sentence)
})

test('leaves what is no link to the rule about that', async () => {
  for (const value of ['//evil.example', '/a b', '', undefined])
    expect(await checkPlace(value, context)).toBe(true)
})
