import { array, assert, boolean, constantFrom, oneof, property, record, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { toDocument, type LakeDocument } from '../../../../studio/lake/document.ts'
import { runQuery } from '../../../../studio/lake/query/query.ts'
import { createCorpus, type Corpus, type ViewName } from '../../../../studio/lake/store/corpus.ts'
import { startLake } from '../fixture.ts'

const TIMES = { _rev: 'r', _createdAt: '2025-01-01T00:00:00Z', _updatedAt: '2025-01-02T00:00:00Z' }
const VIEWS: readonly ViewName[] = ['raw', 'published', 'drafts', 'public', ['r', 'drafts']]
const FILTERS = ['true', '_type == "x"', '_type in ["x", "y"]', '_id in ["one", "two", "a", "drafts.a"]']
const IDS = ['a', 'b', 'one', 'two', 'onest-5']
const WORDS = ['one', 'onest', 'two', 'twos', 'three', 'Ünder', '1', 'a']

/** What a search must find, by a look at each document. */
function found(documents: readonly LakeDocument[], text: string): string[] {
  const terms = text.toLowerCase().split(' ')
  return documents.flatMap((document) => {
    const { _id, title, list } = document
    const texts = [title, list].flat().filter((value) => typeof value === 'string')
    const words = [...texts.join(' ').toLowerCase().split(/[ .]/u), _id.toLowerCase()]
    const isHeld = (term: string): boolean =>
      words.some((word) => (term.endsWith('*') ? word.startsWith(term.slice(0, -1)) : word === term))
    const isFound = terms.every((term) => (term.startsWith('-') ? !isHeld(term.slice(1)) : isHeld(term)))
    return isFound ? [_id] : []
  })
}

function requireFound(corpus: Corpus, text: string): void {
  for (const name of VIEWS)
    for (const filter of FILTERS) {
      const ask = (condition: string): unknown =>
        runQuery(corpus, { query: `*[${condition}]._id`, params: { text }, view: name })
      const view = corpus.view(name)
      const ids = new Set(ask(filter) as string[])
      expect(ask(`${filter} && [@, _id] match text::query($text)`)).toEqual(
        found(
          view.all().filter(({ _id }) => ids.has(_id)),
          text,
        ),
      )
    }
}

const id = tuple(constantFrom('', '', '', 'drafts.', 'versions.r.'), constantFrom(...IDS)).map((parts) =>
  parts.join(''),
)
const texts = array(constantFrom(...WORDS), { maxLength: 4 }).map((words) => words.join(' '))
const term = oneof(
  constantFrom(...WORDS),
  constantFrom('o*', 'one*', 't*', 'ü*', '*', '-two', '-o*', '-onest', '-three', 'nowhere', 'drafts'),
)

test('a search finds what a look at each document finds, after any edits', { timeout: 60_000 }, () => {
  const edits = array(
    record({ id, type: constantFrom('x', 'y'), title: texts, list: array(texts), goes: boolean() }),
    { minLength: 1, maxLength: 12 },
  )
  const steps = array(tuple(edits, array(term, { minLength: 1, maxLength: 3 })), {
    minLength: 1,
    maxLength: 4,
  })
  assert(
    property(steps, (rounds) => {
      const corpus = createCorpus([])
      for (const [changes, terms] of rounds) {
        for (const { id: _id, type: _type, goes, ...own } of changes) {
          if (goes) corpus.drop(_id)
          else corpus.put(toDocument({ _id, _type, ...own, ...TIMES }))
        }
        requireFound(corpus, terms.join(' '))
      }
    }),
    { numRuns: 100 },
  )
})

test('a search of many documents finds the same by its index as by their texts', () => {
  const corpus = createCorpus([])
  for (let index = 0; index < 300; index++) {
    const title = `word${index % 5} word${index % 90} common ${index % 150 === 0 ? 'rare' : ''}`
    corpus.put(toDocument({ _id: `d-${index}`, _type: index < 9 ? 'x' : 'y', title, ...TIMES }))
  }
  const searches = [
    'word3 common*',
    'word8* comm*',
    'rare common',
    'word1 -word11',
    'common -wor*',
    'd* word7',
  ]
  for (const text of searches) requireFound(corpus, text)
  for (let index = 0; index < 300; index += 7) {
    const draft = { _id: `drafts.d-${index}`, _type: 'y', title: `word${index % 4} drafted`, ...TIMES }
    corpus.put(toDocument(draft))
    if (index % 2 === 0) corpus.drop(`d-${index + 1}`)
  }
  for (const text of [...searches, 'drafted', 'word3 draf*', 'word1 -drafted']) requireFound(corpus, text)
})

test('two searches in one filter must both be met', () => {
  const rows = [
    { _id: 'a', title: 'one two' },
    { _id: 'b', title: 'one' },
    { _id: 'c', title: 'one two three' },
  ]
  const corpus = createCorpus(rows.map((row) => toDocument({ _type: 'x', ...row, ...TIMES })))
  const query = '*[[@] match text::query("one -three") && [@] match text::query("two")]._id'
  expect(runQuery(corpus, { query, params: {}, view: 'raw' })).toEqual(['a'])
})

test('a search finds nothing of a transaction that fails', async () => {
  const { client } = await startLake()
  const find = (text: string) => client.fetch<string[]>('*[[@, _id] match text::query($text)]._id', { text })
  expect(await find('pricing')).toEqual(['faq-one'])
  const moved = client.transaction().patch('faq-one', { set: { title: 'Zebra' } })
  await expect(moved.create({ _id: 'home', _type: 'home' }).commit()).rejects.toThrow(/already exists/)
  expect(await find('zebra')).toEqual([])
  expect(await find('pricing')).toEqual(['faq-one'])
})
