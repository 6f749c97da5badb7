import { expect, test } from 'vitest'
import type { ReleaseRecord } from '../../../api/contract/publishing.ts'
import { recordOf, visibleReleases } from '../../../api/publishing/release-records.ts'
import type { Manifest } from '../../../api/publishing/renderer.ts'

const WORK = { cause: 'publish', tookMs: 40 } as const

function manifest(id: string, pages: Record<string, string>, titles: Record<string, string>): Manifest {
  const documents = Object.fromEntries(
    Object.entries(titles).map(([key, title]) => [key, `${title} in ${id}`]),
  )
  const records = Object.entries(pages).map(([path, stamp]) => [path, { stamp, documents: [], reads: [] }])
  const rest = { at: '2025-10-31T12:00:00.000Z', build: 'b', snapshot: id, redirects: {}, held: [] }
  return { id, documents, titles, pages: Object.fromEntries(records), ...rest }
}

test('a record names documents by their titles at the time, deleted ones too, and each page once', () => {
  const before = manifest(
    'r1',
    { '/': 'a', '/home': 'a', '/about': 'a', '/old': 'a' },
    { about: 'About', x: 'Webinar' },
  )
  const after = manifest('r2', { '/': 'b', '/home': 'b', '/about': 'a', '/new': 'a' }, { about: 'About us' })
  expect(recordOf(before, after, WORK)).toMatchObject({
    id: 'r2',
    documents: ['about', 'x'],
    titles: { about: 'About us', x: 'Webinar' },
    pages: ['/', '/old', '/new'],
    gone: ['/old'],
  })
})

function release(id: string, more: Partial<ReleaseRecord>): ReleaseRecord {
  return { id, at: id, cause: 'publish', by: [], documents: ['about'], tookMs: 1, ...more }
}

test('a release that looks like the one before has no line of its own', () => {
  const list = [
    release('7', { pages: [] }),
    release('6', { pages: [] }),
    release('5', { pages: ['/about'] }),
    release('4', { pages: [], documents: ['redirects'] }),
    release('3', { pages: [] }),
    release('2', {}),
    release('1', { cause: 'build', pages: [] }),
  ]
  expect(visibleReleases(list).map(({ id, at }) => [id, at])).toEqual([
    ['7', '5'],
    ['4', '4'],
    ['3', '2'],
    ['1', '1'],
  ])
  expect(visibleReleases([release('1', { pages: [] })])).toHaveLength(1)
})
