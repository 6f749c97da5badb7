import { expect, test } from 'vitest'
import { toDocument } from '../../../../studio/lake/document.ts'
import { runQuery } from '../../../../studio/lake/query/query.ts'
import { createCorpus, PERSPECTIVES } from '../../../../studio/lake/store/corpus.ts'
import { plainAnswer } from './plain-groq.ts'

const TIMES = { _rev: 'r', _createdAt: '2025-01-01T00:00:00Z', _updatedAt: '2025-01-01T00:00:00Z' }

const corpus = createCorpus(
  [
    { _id: 'a', _type: 'x', title: 'Evidence of work', order: 3, to: { _ref: 'b' }, mixed: 'text' },
    { _id: 'b', _type: 'y', title: 'Workshop', mixed: 5, order: 1, see: [{ _ref: 'c', _weak: true }] },
    {
      _id: 'c',
      _type: 'x',
      title: 'Nothing',
      order: 2,
      list: [{ _key: 'k', text: [{ children: [{ text: 'Deep evidence' }] }] }],
    },
    { _id: 'drafts.a', _type: 'x', title: 'Evidence, draft', order: 3, to: { _ref: 'c' } },
    { _id: 'drafts.d', _type: 'z', title: 'New', order: 9, to: { _ref: 'b' } },
  ].map((fields) => toDocument({ ...fields, ...TIMES })),
)

function run(query: string, params = {}, view: (typeof PERSPECTIVES)[number] = 'published') {
  return runQuery(corpus, { query, params, view })
}

test.each([
  ['*[_type == "x"]'],
  ['*["x" == _type]._id'],
  ['*[_type in ["x", "y"]] | order(order)._id'],
  ['*[_type in $types && order > 1]{_id, "same": *[_type == ^._type]._id}'],
  ['*[_id == $id][0]'],
  ['*[_id in ["c", "a", "nowhere"]]._id'],
  ['*[(_type == "x" && (_id == "a" || _id == "c")) && defined(title)]._id'],
  ['*[_type == "x" || _type == "y"]._id'],
  ['*[references("b")]._id'],
  ['*[references("c")]._id'],
  ['*[references($types)]._id'],
  ['*[references("nowhere", "b")]._id'],
  ['*[references(["nowhere"], null, 5, ["c", 7], "b")]._id'],
  ['*[references("nowhere", to._ref)]._id'],
  ['*[references(null)]._id'],
  ['*[_id == "b"]{"from": *[references("nowhere", ^._id)]._id}'],
  ['*[_type == title]'],
  ['{"n": count(*), "x": *[_type == "x"]{"to": to->title}, "all": *[]._id}'],
  ['*[_type == "x"][order == 2][0].title'],
  ['*[!(_type == "x")]._id'],
  ['*[(_type == "x")] | order(title desc)._id'],
  ['*[] | order(order desc)[0...2]{_id}'],
  ['*[] | order(_type asc, lower(title) desc)._id'],
  ['*[] | order(to._ref asc, _id desc)._id'],
  ['*[] | order(mixed)._id'],
  ['*[] | order(mixed desc, _id desc)._id'],
  ['*[_type in []]'],
  ['*[_type == "x" && _type == "y"]'],
  ['*[_type == "x"] | order(count(*[_type == ^._type]), _id desc)._id'],
  ['*[_type == "nothing"]'],
  ['select(count(*[_type == "x"]) > 1 => "many", "few")'],
  ['*[_type != "x"]._id'],
])('a query has the answer of the whole scan: %s', (query) => {
  const params = { types: ['x', 'b'], id: 'a' }
  for (const view of PERSPECTIVES) {
    expect(run(query, params, view)).toEqual(plainAnswer(query, params, corpus.view(view)))
  }
})

test('references() of several is true for any of them', () => {
  expect(run('*[references("b", "c")]._id')).toEqual(['a', 'b'])
  expect(run('*[references("nowhere", "c")]._id')).toEqual(['b'])
  expect(run('*[references(["nowhere", "b"], "nobody")]._id')).toEqual(['a'])
})

test.each([
  ['evidence', ['a', 'c']],
  ['EVID*', ['a', 'c']],
  ['work', ['a']],
  ['work*', ['a', 'b']],
  ['deep evidence', ['c']],
  ['evidence -deep', ['a']],
  ['vidence', []],
  ['*', ['a', 'b', 'c']],
  ['b', ['b']],
])('the search of the Studio finds words and beginnings of words: %s', (text, ids) => {
  expect(run('*[[@, _id] match text::query($text)]._id', { text })).toEqual(ids)
  expect(run('*[_type in ["x", "y"] && [@, _id] match text::query($text)]._id', { text })).toEqual(ids)
})

test('a search may be one of several ways to match, or of a field', () => {
  expect(run('*[_id == "b" || [@] match text::query("deep")]._id')).toEqual(['b', 'c'])
  expect(run('*[title match text::query("work*")]._id')).toEqual(['a', 'b'])
})

test.each([
  ['work*', ['a', 'b']],
  // As the Studio asks while somebody types: behind punctuation, its star stands alone.
  ['“work”*', ['a']],
  ['work?*', ['a']],
  ['work zzz*', []],
  ['zzz work*', []],
  ['work -work*', []],
])('a search that ranks by title lists only what has all words: %s', (text, ids) => {
  const query = `*[_type in ["x", "y"]]
    | score(boost(title match text::query($text), 10), [@, _id] match text::query($text))
    [_score > 0] | order(_id)._id`
  expect(run(query, { text })).toEqual(ids)
})

test('a search ranks a title with an apostrophe as any other', () => {
  const query = '*[_type == "x"] | score(title match text::query("what’s evid*"))[_score > 0]._id'
  const own = createCorpus([toDocument({ _id: 'a', _type: 'x', title: 'What’s evidence?', ...TIMES })])
  expect(runQuery(own, { query, params: {}, view: 'raw' })).toEqual(['a'])
})

test('a search sees what its perspective shows', () => {
  const query = '*[@ match text::query($text)]._id'
  expect(run(query, { text: 'draft' }, 'drafts')).toEqual(['a'])
  expect(run(query, { text: 'work' }, 'drafts')).toEqual([])
  expect(run(query, { text: 'ne*' }, 'drafts')).toEqual(['d'])
  expect(run(query, { text: 'ne*' }, 'published')).toEqual([])
  expect(run(query, { text: 'd' }, 'drafts')).toEqual(['d'])
  expect(run(query, { text: 'draft' }, 'raw')).toEqual(['drafts.a'])
})

test('searches and orders follow what is written', () => {
  const documents = ['a', 'b', 'c', 'd'].map((_id, order) => ({ _id, _type: 'x', title: 'Before', order }))
  const own = createCorpus(documents.map((fields) => toDocument({ ...fields, ...TIMES })))
  const ask = (query: string) => runQuery(own, { query, params: {}, view: 'raw' })
  const find = (text: string) => ask(`*[@ match text::query("${text}")]._id`)
  expect(find('after')).toEqual([])
  expect(find('aft*')).toEqual([])
  const ordered = '*[_type == "x"] | order(order)._id'
  expect(ask(ordered)).toEqual(['a', 'b', 'c', 'd'])
  own.put(toDocument({ _id: 'a', _type: 'x', title: 'After', order: 9, ...TIMES }))
  expect(find('after')).toEqual(['a'])
  expect(find('aft*')).toEqual(['a'])
  expect(find('before')).toEqual(['b', 'c', 'd'])
  expect(ask(ordered)).toEqual(['b', 'c', 'd', 'a'])
  own.drop('a')
  expect(find('aft*')).toEqual([])
  expect(ask(ordered)).toEqual(['b', 'c', 'd'])
})
