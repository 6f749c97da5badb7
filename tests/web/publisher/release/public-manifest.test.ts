import { expect, test } from 'vitest'
import { publicManifest, revisionProof } from '../../../../web/publisher/release/public-manifest.ts'

const told = (documents: Record<string, string>) =>
  publicManifest({ id: '', at: '', pages: {}, redirects: {}, documents }).revisions
const proven = (documents: Record<string, string>) =>
  Object.entries(documents)
    .map(([id, revision]) => revisionProof(id, revision))
    .toSorted()

test('proves the revisions of a release and no others, whatever release was told of before', () => {
  const all = { a: '1', b: '1', c: '1' }
  for (const documents of [all, { ...all, b: '2' }, { a: '1', b: '2' }, { ...all, d: '1' }, {}, all, all])
    expect(told(documents)).toEqual(proven(documents))
})

test('forgets a document that went as one came whose id every object has', () => {
  for (const documents of [
    { a: '1', b: '1' },
    { a: '1', constructor: '1' },
    { a: '1', b: '1' },
  ])
    expect(told(documents as Record<string, string>)).toEqual(proven(documents as Record<string, string>))
})
