import { expect, test } from 'vitest'
import { landingPage } from '../../support/landing-pages.ts'
import { formFindings } from './form-findings.ts'

test('the form of a page names the redirect that its release lacks', async () => {
  const moved = { ...landingPage('moved', { blocks: [] }), _id: 'versions.spring.led-to' }
  const found = await formFindings(moved)
  expect(found.filter(({ path }) => path === 'slug').map(({ message }) => message)).toEqual([
    '/older leads to /led-to, which is no page once this is live. Add a redirect from /led-to to /moved to this release.',
  ])
})
