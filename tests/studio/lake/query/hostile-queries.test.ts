import { array, constantFrom, oneof, sample, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { startLake, writeSeed } from '../fixture.ts'
import { PARAMS } from './arbitrary-documents.ts'
import { queries } from './arbitrary-queries.ts'

const COUNT = 5000
const AT_ONCE = 10
const MAX_GROWTH = 400 * 1024 * 1024
const TIMES = { _createdAt: '2025-10-01T08:00:00Z', _updatedAt: '2025-10-01T08:00:00Z' }

const DOCUMENTS = Array.from({ length: 60 }, (_, n) => ({
  _id: `d${n}`,
  _type: ['x', 'y', 'z'][n % 3],
  title: `Title ${n}`,
  n,
  ref: { _type: 'reference', _ref: `d${(n * 7) % 60}` },
  refs: [{ _key: 'a', _ref: `d${(n + 1) % 60}` }],
  tags: ['one', 'two', n],
  items: [{ _key: 'a', title: 'In a list', n }],
  ...TIMES,
}))

const PIECES = [
  '{"a": @, "b": @}',
  '|{"a": [@, @]}',
  '{"x": *}',
  '[count(*[n > ^.n]) > 0]',
  '{..., "y": *{"z": ^}}',
  '->',
  '.refs[]->',
  '[]',

  ' | order(count(*[n < ^.n]))',
  ' + @',
  ' match "*a*b*c*"',
  '[references(^)]',
  ' in *',
  '[0...1e9]',
  '[-1]',
  ' | score(true)',

  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '"',
  '\\',
  '//',
  '^',
  '.^.^',
  '$',
  '$none',
  '...',
  '::',
  '=>',
  '\u0000',
  '\ud800',
  '💥',
  '0x',
  '1e999',
  '@@',

  '__proto__',
  'constructor.prototype',
  '.hasOwnProperty',
  '"__proto__": *',
  'fn a::b($x) = $x;',
  'select(',
  'pt::text(*)',
  'geo::distance(1, 2)',
]

const hostile = tuple(
  queries,
  array(oneof(constantFrom(...PIECES), queries), { minLength: 1, maxLength: 12 }),
).map(([query, pieces]) => [query, ...pieces].join(''))
const doubling = tuple(constantFrom(...PIECES), constantFrom(5, 30, 300)).map(
  ([piece, times]) => `{"a": *[0..5], "b": "text"}${Array.from({ length: times }, () => piece).join('')}`,
)

test(
  `${COUNT} queries, some hostile, are answered, refused or ended, and the lake goes on`,
  { timeout: 600_000 },
  async () => {
    const { url, client } = await startLake({ seedDir: writeSeed(DOCUMENTS), queryDeadlineMs: 40 })
    const waiting = sample(oneof(queries, hostile, doubling), COUNT)
    const statuses = new Map<number, number>()
    const before = process.memoryUsage().rss

    async function askOn(): Promise<void> {
      for (let query = waiting.pop(); query !== undefined; query = waiting.pop()) {
        const body = JSON.stringify({ query, params: PARAMS })
        const response = await fetch(`${url}/v2025-02-19/data/query/production`, { method: 'POST', body })
        await response.arrayBuffer()
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      }
    }

    await Promise.all(Array.from({ length: AT_ONCE }, askOn))
    expect([...statuses.keys()].filter((status) => ![200, 400, 504].includes(status))).toEqual([])
    expect(statuses.get(200)).toBeGreaterThan(COUNT / 4)
    expect(statuses.get(400)).toBeGreaterThan(COUNT / 20)
    expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH)
    expect(await client.fetch('count(*)')).toBe(DOCUMENTS.length)
  },
)
