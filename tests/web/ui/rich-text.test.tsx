import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { isEmail, LinkedText } from '../../../web/ui/linked-text.tsx'
import { RichText, type Block } from '../../../web/ui/rich-text.tsx'

function paragraph(text: string, fields: Partial<Block> = {}): Block {
  return {
    _type: 'block',
    _key: text,
    style: 'normal',
    markDefs: [],
    children: [{ _type: 'span', _key: text, text, marks: [] }],
    ...fields,
  }
}

const html = (...blocks: Block[]) =>
  renderToStaticMarkup(<RichText blocks={blocks} />).replaceAll(/ class="[^"]*"/g, '')

test('addresses become links', () => {
  expect(html(paragraph('Write to a.b@example.com, or call.'))).toBe(
    '<p>Write to <a href="mailto:a.b@example.com">a.b@example.com</a>, or call.</p>',
  )
})

test('placeholders are marked', () => {
  expect(html(paragraph('Under the law of [place], x.'))).toBe(
    '<p>Under the law of <mark>[place]</mark>, x.</p>',
  )
})

test('the innermost of brackets in each other is a placeholder', () => {
  expect(html(paragraph('Under [the law of [place]].'))).toBe(
    '<p>Under [the law of <mark>[place]</mark>].</p>',
  )
})

test.for(['a', '[', '[a', '.', 'a@', 'a@b', '@b.'])(
  'a text of nothing but “%s” is rendered, however long it is',
  (part) => {
    const text = part.repeat(100_000)
    expect(html(paragraph(text)).replaceAll(/<[^>]+>/gu, '')).toBe(text)
  },
)

test('links and lists are kept', () => {
  const linked = paragraph('See here.', {
    markDefs: [{ _type: 'link', _key: 'l', href: '/cookies' }],
    children: [
      { _type: 'span', _key: '1', text: 'See ', marks: [] },
      { _type: 'span', _key: '2', text: 'here', marks: ['l'] },
      { _type: 'span', _key: '3', text: '.', marks: [] },
    ],
  })
  expect(html(linked)).toBe('<p>See <a href="/cookies">here</a>.</p>')
  expect(html(paragraph('One', { listItem: 'bullet', level: 1 }))).toBe('<ul><li>One</li></ul>')
})

test('a heading in a list is around its words, and not around the lists below it', () => {
  const children: Block['children'] = [
    { _type: 'span', _key: '1', text: 'One ', marks: ['strong'] },
    { _type: 'span', _key: '2', text: '[place]', marks: [] },
  ]
  const blocks = [
    paragraph('One', { style: 'h3', listItem: 'number', level: 1, children }),
    paragraph('Two', { listItem: 'number', level: 2 }),
    paragraph('Three', { style: 'h2', listItem: 'number', level: 1 }),
  ]
  expect(html(...blocks)).toBe(
    '<ol><li><h3><strong>One </strong><mark>[place]</mark></h3><ol><li>Two</li></ol></li><li><h2>Three</h2></li></ol>',
  )
})

test.each([null, '', 'h9', 5])('a list item of the style %j, which there is not, is plain', (style) => {
  const item = paragraph('One', { style: style as 'normal', listItem: 'bullet', level: 1 })
  expect(html(item)).toBe('<ul><li>One</li></ul>')
})

test('a list of headings is rendered, however deep it is', () => {
  const deep = [1, 20, 1_000_000].map((level) =>
    paragraph(`At ${level}`, { style: 'h3', listItem: 'bullet', level }),
  )
  const rendered = html(...deep)
  expect(rendered.match(/<h3>At \d+<\/h3>/gu)).toHaveLength(3)
  expect(rendered.match(/<ul>/gu)).toHaveLength(10)
})

test('lines in which nothing is written are left out', () => {
  const item = { listItem: 'bullet', level: 1 } as const
  const blocks = [
    paragraph('', { style: 'h3' }),
    paragraph('One', item),
    paragraph(' \u00A0', item),
    paragraph('\u200B', item),
    paragraph('\uFEFF\u2060', { style: 'h3' }),
    paragraph('', { children: [] }),
    paragraph('Two', item),
  ]
  expect(html(...blocks)).toBe('<ul><li>One</li><li>Two</li></ul>')
})

test('the text of a refused link stays, without the link', () => {
  for (const href of ['javascript:alert(1)', 'data:text/html,x', '//evil.example']) {
    const linked = paragraph('Here', {
      markDefs: [{ _type: 'link', _key: 'l', href }],
      children: [{ _type: 'span', _key: '1', text: 'Here', marks: ['l'] }],
    })
    expect(html(linked)).toBe('<p>Here</p>')
  }
})

test('markup in a text stays text', () => {
  expect(html(paragraph('<b>bold</b>'))).toBe('<p>&lt;b&gt;bold&lt;/b&gt;</p>')
})

test('plain text links its addresses too', () => {
  expect(renderToStaticMarkup(<LinkedText>a@b.co and c@d.co</LinkedText>)).toBe(
    '<a href="mailto:a@b.co">a@b.co</a> and <a href="mailto:c@d.co">c@d.co</a>',
  )
})

test.each([
  ['sales@example.com', true],
  ['a.b+c@mail.example.co.uk', true],
  ['Write to sales@example.com', false],
  ['sales@example.com, help@example.com', false],
  ['sales@', false],
  ['', false],
])('whether “%s” is an address and nothing else: %s', (text, expected) => {
  expect(isEmail(text)).toBe(expected)
})
