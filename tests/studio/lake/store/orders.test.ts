import { array, assert, boolean, constantFrom, integer, oneof, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'
import { toDocument } from '../../../../studio/lake/document.ts'
import { runQuery } from '../../../../studio/lake/query/query.ts'
import { createCorpus, type Corpus, type ViewName } from '../../../../studio/lake/store/corpus.ts'
import { startLake } from '../fixture.ts'
import { documents } from '../query/arbitrary-documents.ts'
import { plainAnswer } from '../query/plain-groq.ts'

const TIMES = { _rev: 'r', _createdAt: '2025-01-01T00:00:00Z', _updatedAt: '2025-01-02T00:00:00Z' }
const VIEWS: readonly ViewName[] = ['raw', 'published', 'drafts', 'public', ['r', 'drafts']]
const ORDERS = ['title', 'title desc', 'lower(title), n desc', 'mixed', 'missing', 'n, _id desc', '_type, n']
const LISTS = ['*', '*[_type == "x"]', '*[_type in ["x", "y"]]'].flatMap((list) =>
  ORDERS.map((order) => `${list} | order(${order})`),
)

function put(corpus: Corpus, { own, ...ids }: { _id: string; _type: string; own: object }): void {
  corpus.put(toDocument({ ...own, ...ids, ...TIMES }))
}

function requireEqual(corpus: Corpus, lists: readonly string[]): void {
  for (const view of VIEWS)
    for (const query of lists) {
      const own = runQuery(corpus, { query, params: {}, view })
      expect(own).toEqual(plainAnswer(query, {}, corpus.view(view)))
    }
}

test('an order is what groq-js makes of the documents after any edits', { timeout: 60_000 }, () => {
  // A document comes, takes the place of another, of another type perhaps, or goes.
  const steps = array(record({ rows: documents, goes: boolean(), lists: array(constantFrom(...LISTS)) }), {
    minLength: 2,
    maxLength: 6,
  })
  assert(
    property(steps, (rounds) => {
      const corpus = createCorpus([])
      for (const { rows, goes, lists } of rounds) {
        for (const row of rows) {
          if (goes) corpus.drop(row._id)
          else put(corpus, row)
        }
        requireEqual(corpus, lists)
      }
    }),
    { numRuns: 100 },
  )
})

test('an order follows one edit after another, and more of them than are followed', () => {
  const corpus = createCorpus([])
  for (let index = 0; index < 200; index++)
    put(corpus, { _id: `d-${index}`, _type: 'x', own: { n: index % 7, title: `T ${(index * 31) % 50}` } })
  requireEqual(corpus, LISTS)
  const edits = array(
    record({
      place: integer({ min: 0, max: 220 }),
      prefix: constantFrom('', '', 'drafts.', 'versions.r.'),
      own: oneof(
        record({ n: integer({ min: 0, max: 7 }), title: string() }),
        constantFrom({}, { n: 'text' }),
      ),
      type: constantFrom('x', 'x', 'x', 'y', undefined),
    }),
    { minLength: 1, maxLength: 90 },
  )
  assert(
    property(edits, constantFrom(...LISTS), (changes, list) => {
      for (const { place, prefix, own, type } of changes) {
        const id = `${prefix}d-${place}`
        if (type === undefined) corpus.drop(id)
        else put(corpus, { _id: id, _type: type, own })
      }
      requireEqual(corpus, [list])
    }),
    { numRuns: 100 },
  )
  requireEqual(corpus, LISTS)
})

test('an answer that was given stays as it was', () => {
  const corpus = createCorpus([])
  for (const [index, _id] of ['a', 'b', 'c'].entries()) put(corpus, { _id, _type: 'x', own: { n: index } })
  const ask = () => runQuery(corpus, { query: '*[_type == "x"] | order(n desc)', params: {}, view: 'raw' })
  const given = ask()
  const copy = structuredClone(given)
  put(corpus, { _id: 'a', _type: 'x', own: { n: 9 } })
  expect(ask()).toMatchObject([{ _id: 'a' }, { _id: 'c' }, { _id: 'b' }])
  expect(given).toEqual(copy)
})

test('a transaction that fails, or is only tried, moves nothing in an order', async () => {
  const { client } = await startLake()
  const ask = () => client.fetch<unknown>('*[_type == "faqGroup"] | order(title){_id, title}')
  const before = await ask()
  const moved = client.transaction().patch('faq-one', { set: { title: 'Zebra' } })
  await expect(moved.create({ _id: 'home', _type: 'home' }).commit()).rejects.toThrow(/already exists/)
  expect(await ask()).toEqual(before)
  await client.mutate(client.patch('faq-one', { set: { title: 'Zebra' } }), { dryRun: true })
  expect(await ask()).toEqual(before)
  await client.patch('faq-one', { set: { title: 'Zebra' } }).commit()
  expect(await ask()).toEqual([
    { _id: 'faq-two', title: 'Security' },
    { _id: 'faq-one', title: 'Zebra' },
  ])
})
