import { expect, test } from 'vitest'
import { changedPart } from '../../../../studio/tools/versions/changed-part.ts'

test.each([
  [
    'Governed by rules.',
    'Governed by your rules.',
    ['Governed by ', '', 'rules.'],
    ['Governed by ', 'your ', 'rules.'],
  ],
  ['One two', 'One three', ['One ', 'two', ''], ['One ', 'three', '']],
  ['the the', 'the', ['', 'the ', 'the'], ['', '', 'the']],
  ['', 'New', ['', '', ''], ['', 'New', '']],
])('%j beside %j differ in whole words', (before, after, old, now) => {
  const parts = changedPart(before, after)
  expect(parts.map((one) => one.join(''))).toEqual([before, after])
  expect(parts).toEqual([old, now])
})
