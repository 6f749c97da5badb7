import { expect, test } from 'vitest'
import { checkPlaceholder } from '../../../studio/schema/placeholders.ts'

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
