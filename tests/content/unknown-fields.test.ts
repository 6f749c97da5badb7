import { expect, test } from 'vitest'
import { launchDocuments } from '../support/launch-content.ts'
import { unknownFields } from './unknown-fields.ts'

const launch = launchDocuments()

/** A document of the launch content, with this in place of its fields. */
function withFields(id: string, fields: Record<string, unknown>) {
  return { ...launch.get(id), _type: launch.get(id)?._type ?? '', ...fields }
}

test('the launch content has no value without a field', () => {
  expect([...launch.values()].flatMap(unknownFields)).toEqual([])
})

test('what is left of a field is found on its page, in a group, in a list and in a text', () => {
  const mission = { title: 'Mission', slogan: 'Left' }
  const items = [{ _type: 'principle', _key: 'a', title: 'One', icon: 'Left' }]
  expect(unknownFields(withFields('about', { note: 'Left', mission, principles: { items } }))).toEqual(
    expect.arrayContaining(['note', 'mission.slogan', 'principles.items[_key=="a"].icon']),
  )
  const body = [{ _type: 'block', _key: 'b', children: [], tone: 'Left' }]
  expect(unknownFields(withFields('legal-tos', { body }))).toEqual(['body[_key=="b"].tone'])
  const blocks = [
    { _type: 'quoteBlock', _key: 'q', quote: 'Yes.', body: 'Left' },
    { _type: 'textBlock', _key: 't', body },
  ]
  const page = { _type: 'landingPage', blocks }
  expect(unknownFields(page)).toEqual(['blocks[_key=="q"].body', 'blocks[_key=="t"].body[_key=="b"].tone'])
})
