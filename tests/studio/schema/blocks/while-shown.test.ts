import { expect, test } from 'vitest'
import { findingsOfParts } from '../form-findings.ts'

async function pathsOf(parts: readonly object[]): Promise<string[]> {
  return (await findingsOfParts(parts)).map(({ path }) => path)
}

const shown = { _type: 'callBlock', title: 'Save your seat.' }
const link = { _type: 'link', _key: 'l', href: '/nope' }
const paragraph = {
  _type: 'block',
  _key: 'b',
  style: 'normal',
  markDefs: [link],
  children: [{ _type: 'span', _key: 's', text: 'There', marks: ['l'] }],
}
/** What an editor has begun, and the fields that still want something. */
const begun = [
  { part: { _type: 'quoteBlock', quote: 'Fine.' }, wants: ['person'] },
  { part: { _type: 'tilesBlock', label: 'Why', title: 'x'.repeat(99) }, wants: ['tiles', 'title'] },
  {
    part: { _type: 'pictureBlock', label: 'A', title: 'B', body: [paragraph] },
    wants: ['body..markDefs..href', 'picture'],
  },
  {
    part: { ...shown, actions: [{ _type: 'action', _key: 'a', label: 'Go', leads: 'link' }] },
    wants: ['actions..href'],
  },
]

test.each(begun)(
  'what $part._type still wants keeps its page back only while it is shown',
  async ({ part, wants }) => {
    const paths = wants.map((field) => `blocks..${field}`)
    expect([...new Set(await pathsOf([shown, { ...part, hidden: false }]))].toSorted()).toEqual(paths)
    expect(await pathsOf([shown, { ...part, hidden: true }])).toEqual([])
  },
)

test('a part that is there twice may be so while one of the two is hidden', async () => {
  const calculator = { _type: 'calculatorBlock' }
  expect(await pathsOf([calculator, calculator])).toEqual(['blocks'])
  expect(await pathsOf([calculator, { ...calculator, hidden: true }])).toEqual([])
})

test('a hidden part refers to nothing that is not published: the content lake would refuse its page', async () => {
  const groups = [{ _type: 'reference', _key: 'g', _ref: 'gone' }]
  expect(await pathsOf([shown, { _type: 'faqBlock', groups, hidden: true }])).toEqual(['blocks..groups.'])
})
