import { expect, test } from 'vitest'
import { placeholdersIn } from '../../../api/contract/placeholders.ts'
import { checkPlaceholder } from '../../../studio/schema/placeholders.ts'
import { launchDocuments } from '../../support/launch-content.ts'

test.each([
  '[Legal entity: to be completed before publication]',
  'sales@example.com',
  'sales@mail.example.org',
  'https://www.linkedin.com/',
  'https://linkedin.com',
])('warns of %s', (value) => {
  expect(checkPlaceholder(value)).toMatch(/placeholder/)
})

test.each([
  'Acme Holdings Ltd',
  'The law of England [and Wales] applies',
  'sales@example.company',
  'Write to sales@example.com, or call.',
  'https://www.linkedin.com/company/acme',
  undefined,
])('takes %s for real', (value) => {
  expect(checkPlaceholder(value)).toBe(true)
})

test('the brand of the launch copy stands in for one, in its own fields', () => {
  const word = { path: ['brand', 'word'] }
  expect(checkPlaceholder('CAL', word)).toMatch(/placeholder/)
  expect(checkPlaceholder('Execution Governance Engine', { path: ['brand', 'descriptor'] })).toMatch(
    /placeholder/,
  )
  expect(checkPlaceholder('Acme', word)).toBe(true)
  expect(checkPlaceholder('CAL', { path: ['organization', 'name'] })).toBe(true)
})

test('of the launch content, a build and a receipt name all that stands in for something', () => {
  const paths = placeholdersIn(launchDocuments().get('settings') ?? {}).map(({ path }) => path)
  expect(paths).toEqual([
    'brand.word',
    'brand.descriptor',
    'brand.legalEntity',
    'brand.governingLaw',
    'links.salesEmail',
    'links.privacyEmail',
    'links.linkedin',
  ])
})
