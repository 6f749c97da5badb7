import { expect, test } from 'vitest'
import { waitlistEntry } from '../../../api/contract/contract.ts'
import { companySizes } from '../../../web/forms/company-sizes.ts'

const accepts = (companySize: string) =>
  waitlistEntry.safeParse({ email: 'dana@example.org', companySize }).success

test('the API accepts every company size that the forms offer, and no other', () => {
  expect(companySizes.filter(accepts)).toEqual(companySizes)
  expect(accepts('1-11')).toBe(false)
})
