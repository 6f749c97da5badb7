import type { ValidationContext } from '@sanity/types'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkCookieClaims } from '../../../studio/schema/legal-page.ts'
import { root } from '../../support/lake.ts'

const MENTIONS = body('This site may use analytics cookies.')
const DENIES = body('We use no analytics, advertising or tracking cookies.')

test('says so on the privacy policy, whose draft is being edited', async () => {
  expect(await checkCookieClaims(MENTIONS, context('drafts.legal-privacy', DENIES))).toMatch(/Change one/)
})

test('says so on the cookie policy', async () => {
  expect(await checkCookieClaims(DENIES, context('legal-cookies', MENTIONS))).toMatch(/Change one/)
})

test('is content once one of the two has given in', async () => {
  const changed = body('This site uses essential cookies only.')
  expect(await checkCookieClaims(changed, context('legal-privacy', DENIES))).toBe(true)
  expect(await checkCookieClaims(body('We count page views.'), context('legal-cookies', MENTIONS))).toBe(true)
})

test('leaves other legal pages alone', async () => {
  expect(await checkCookieClaims(MENTIONS, context('legal-tos', DENIES))).toBe(true)
})

function body(text: string): unknown {
  return [{ _type: 'block', children: [{ _type: 'span', text }] }]
}

/** A validation context whose client finds `other` as the other policy's text. */
function context(id: string, other: unknown): ValidationContext {
  const client = { fetch: () => Promise.resolve(other) }
  return { document: { _id: id }, getClient: () => client } as unknown as ValidationContext
}

test('the README says so, too', () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
  expect(readme).toContain(
    'The privacy policy mentions analytics cookies and the cookie policy says there are none.',
  )
})
