import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { waitlistEntry } from '../../../api/contract/forms.ts'
import { COMPANY_SIZES } from '../../../api/contract/limits.ts'

const accepts = (companySize: string) =>
  waitlistEntry.safeParse({ email: 'dana@example.org', companySize }).success

test('the API takes every company size that the forms offer, none, and nothing else', () => {
  expect(['', ...COMPANY_SIZES].filter((size) => !accepts(size))).toEqual([])
  const near = COMPANY_SIZES.flatMap((size) => [` ${size}`, `${size} `, size.replace('-', '–'), `${size}0`])
  expect(near.filter((size) => accepts(size) && !COMPANY_SIZES.some((known) => known === size))).toEqual([])
  const others = string().filter((size) => size !== '' && !COMPANY_SIZES.some((known) => known === size))
  assert(property(others, (size) => !accepts(size)))
})
