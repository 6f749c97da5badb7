import { expect, test } from 'vitest'
import { companySizes as accepted } from '../../../api/contract.ts'
import { companySizes as offered } from '../../../web/ui/company-sizes.ts'

test('the forms offer the company sizes that the API accepts', () => {
  expect(offered).toEqual(accepted)
})
