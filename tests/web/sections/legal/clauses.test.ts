import { expect, test } from 'vitest'
import { clauses } from '../../../../web/sections/legal/clauses.ts'
import type { Block } from '../../../../web/ui/rich-text.tsx'

const block = (style: 'h2' | 'normal', text: string): Block => ({
  _type: 'block',
  _key: text,
  style,
  children: [{ _type: 'span', _key: text, text }],
})

test('a text is cut at its headings, and keeps what stands before the first', () => {
  const [before, one, two] = ['Before', 'One', 'Two'].map((text) => block('normal', text))
  const body = [before, block('h2', 'Data we collect'), one, two, block('h2', 'Über uns?')] as Block[]
  expect(clauses(body)).toEqual({
    opening: [before],
    numbered: [
      { id: 'data-we-collect', title: 'Data we collect', blocks: [one, two] },
      { id: 'über-uns', title: 'Über uns?', blocks: [] },
    ],
  })
})

test('an empty heading begins no clause, and takes no number from the others', () => {
  const [one, two] = ['One', 'Two'].map((text) => block('normal', text))
  const body = [block('h2', 'First'), one, block('h2', ' \u00A0'), two, block('h2', 'Second')] as Block[]
  const { numbered } = clauses(body)
  expect(numbered.map(({ title, blocks }) => [title, blocks])).toEqual([
    ['First', [one, two]],
    ['Second', []],
  ])
})

test('no two clauses share an anchor', () => {
  const body = ['Contact', 'Contact', '…', '…'].map((title) => block('h2', title))
  const ids = clauses(body).numbered.map(({ id }) => id)
  expect(ids).toEqual(['contact', 'contact-2', 'section', 'section-2'])
})

test('a heading in several spans is one title', () => {
  const heading: Block = {
    ...block('h2', 'Our '),
    children: [
      { _type: 'span', _key: 'a', text: 'Our ' },
      { _type: 'span', _key: 'b', text: 'promise', marks: ['em'] },
    ],
  }
  expect(clauses([heading]).numbered[0]?.title).toBe('Our promise')
})
