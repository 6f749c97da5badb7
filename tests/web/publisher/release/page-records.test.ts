import { expect, test } from 'vitest'
import { readersOf, withRecords, type PageRecord } from '../../../../web/publisher/release/page-records.ts'

const record = (stamp: string, ...reads: string[]): PageRecord => ({ stamp, documents: ['“é”'], reads })
const first = () => ({ '/': record('1', 'home.hero'), '/a': record('2', 'a.x'), '/"b"': record('3', 'a.x') })

test('names every page that reads a field, also one that did not before', () => {
  const records = first()
  expect([...readersOf(records, new Set(['a.x']))]).toEqual(['/a', '/"b"'])
  expect([...readersOf(records, new Set(['nobody.reads']))]).toEqual([])
  const next = withRecords(records, new Map([['/', record('9', 'home.hero', 'a.x')]]))
  expect(readersOf(next, new Set(['a.x']))).toEqual(new Set(['/a', '/"b"', '/']))
  expect(readersOf(next, new Set(['home.hero']))).toEqual(new Set(['/']))
})
