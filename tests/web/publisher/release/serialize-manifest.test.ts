import { expect, test } from 'vitest'
import type { PageRecords } from '../../../../web/publisher/release/page-records.ts'
import { publicManifest } from '../../../../web/publisher/release/public-manifest.ts'
import {
  serializeManifest,
  serializePublicManifest,
} from '../../../../web/publisher/release/serialize-manifest.ts'

const record = (stamp: string) => ({ stamp, documents: ['“é”'], reads: ['hero.lead'] })
const home = record('1')
const quoted = record('2')

test.each<[string, PageRecords]>([
  ['no page', {}],
  [
    'a page with a second address, and one with quotes in its path',
    { '/': home, '/home': home, '/"b"': quoted },
  ],
  ['the same but for one page', { '/': record('3'), '/home': home, '/"b"': quoted }],
  ['pages in another order', { '/"b"': quoted, '/': home }],
])('serializes a manifest of %s, whatever was before', (_, pages) => {
  const manifest = {
    id: 'i',
    at: 'a',
    documents: { about: '“r”' },
    pages,
    redirects: { '/x': '/' },
    held: [],
  }
  expect(JSON.parse(Buffer.from(serializeManifest(manifest)).toString())).toEqual(manifest)
  expect(JSON.parse(serializePublicManifest(manifest))).toEqual(publicManifest(manifest))
})
