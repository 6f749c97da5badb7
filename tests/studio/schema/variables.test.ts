import { expect, test } from 'vitest'
import { checkVariables } from '../../../studio/schema/variables.ts'

test.each(['{brand}', '{n} of {total}', 'No braces', '', undefined])('takes %s', (value) => {
  expect(checkVariables(value, ['n', 'total'])).toBe(true)
})

test.each([
  ['{brnad} writes', '{brnad} stands for nothing here. Did you mean {brand}?'],
  ['{Brand}', '{Brand} stands for nothing here. Did you mean {brand}?'],
  ['{ brand }', '{ brand } stands for nothing here. Did you mean {brand}?'],
  ['{sales email}', '{sales email} stands for nothing here. Did you mean {salesEmail}?'],
  ['{totl}', '{totl} stands for nothing here. Did you mean {total}?'],
])('says what %s may have meant', (value, sentence) => {
  expect(checkVariables(value, ['n', 'total'])).toBe(sentence)
})

test('lists all names where none is similar', () => {
  expect(checkVariables('{weather}')).toMatch(
    /^\{weather\} stands for nothing here\. Known names: \{brand\}, /,
  )
})
