import { expect, test } from 'vitest'
import { findingsOfParts } from './form-findings.ts'

function block(style: string, text: string) {
  return { _type: 'block', _key: text, style, children: [{ _type: 'span', _key: 's', text }] }
}

test('a heading without a word is named where it stands, and an empty paragraph is left to the site', async () => {
  const body = [block('normal', ''), block('h3', 'More'), block('normal', 'Words.')]
  // Spaces, and what other programs paste where nothing is written.
  for (const nothing of [' \u00A0', '\u200B', '\uFEFF\u2060']) {
    const found = await findingsOfParts([{ _type: 'textBlock', body: [block('h3', nothing), ...body] }])
    expect(found.filter(({ path }) => path.startsWith('blocks..body'))).toEqual([
      { path: 'blocks..body.', message: 'This heading is empty. Write it, or remove it.' },
    ])
  }
})
