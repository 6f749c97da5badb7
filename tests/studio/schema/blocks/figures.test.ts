import { expect, test } from 'vitest'
import { findingsOfParts } from '../form-findings.ts'

/** What is found wrong with a comparison of two columns whose only row has these answers. */
function findingsOf(...values: string[]) {
  const rows = [{ _type: 'comparisonRow', _key: 'r', label: 'Record', values }]
  const columns = ['CAL', 'Without it']
  return findingsOfParts([{ _type: 'comparisonBlock', label: 'A', title: 'B', columns, rows }])
}

test('a row of a comparison has one answer for each column', async () => {
  expect(await findingsOf('Yes', 'No')).toEqual([])
  expect(await findingsOf('Yes', 'No', 'Lost')).toEqual([
    {
      path: 'blocks..rows..values',
      message: 'The comparison has 2 columns, but this row has 3 answers. Write one for each column.',
    },
  ])
  expect(await findingsOf('Yes')).toMatchObject([
    { message: expect.stringContaining('this row has 1 answer.') },
  ])
  expect(await findingsOf()).toMatchObject([{ message: expect.stringContaining('needs at least one line') }])
})
