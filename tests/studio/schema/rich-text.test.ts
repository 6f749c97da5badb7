import { expect, test } from 'vitest'
import { findingsOfParts } from './form-findings.ts'

function block(style: string, text: string) {
  return { _type: 'block', _key: text, style, children: [{ _type: 'span', _key: 's', text }] }
}

test('a heading without a word is named where it stands, and an empty paragraph is left to the site', async () => {
  const body = [block('h3', ' \u00A0'), block('normal', ''), block('h3', 'More'), block('normal', 'Words.')]
  const found = await findingsOfParts([{ _type: 'textBlock', body }])
  expect(found.filter(({ path }) => path.startsWith('blocks..body'))).toEqual([
    { path: 'blocks..body.', message: 'This heading is empty. Write it, or remove it.' },
  ])
})
