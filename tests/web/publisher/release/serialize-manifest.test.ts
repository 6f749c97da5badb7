import { expect, test } from 'vitest'
import type { PageRecords } from '../../../../web/publisher/release/page-records.ts'
import { publicManifest } from '../../../../web/publisher/release/public-manifest.ts'
import {
  serializeManifest,
  serializePublicManifest,
} from '../../../../web/publisher/release/serialize-manifest.ts'

const textOf = (parts: Uint8Array[]) => Buffer.concat(parts).toString()
const record = (stamp: string) => ({ stamp, documents: ['“é”'], reads: ['hero.lead'] })
const home = record('1')
const quoted = record('2')
const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`/page-${at}`, record(`${at}`)]))
const { '/page-0': _first, ...withoutFirst } = many
const { '/page-199': _last, ...withoutLast } = many

test.each<[string, PageRecords]>([
  ['no page', {}],
  [
    'a page with a second address, and one with quotes in its path',
    { '/': home, '/home': home, '/"b"': quoted },
  ],
  ['the same but for one page', { '/': record('3'), '/home': home, '/"b"': quoted }],
  ['pages in another order', { '/"b"': quoted, '/': home }],
  ['many pages', many],
  ['the same but for one of them', { ...many, '/page-100': record('new') }],
  ['the same without the first', withoutFirst],
  ['the same without the last', withoutLast],
])('serializes a manifest of %s, whatever was before', (_, pages) => {
  const manifest = {
    id: 'i',
    at: 'a',
    documents: { about: '“r”' },
    titles: { about: 'About “us”' },
    pages,
    redirects: { '/x': '/' },
    held: [],
  }
  expect(JSON.parse(textOf(serializeManifest(manifest)))).toEqual(manifest)
  expect(JSON.parse(textOf(serializePublicManifest(manifest)))).toEqual(publicManifest(manifest))
})
