import { expect, test } from 'vitest'
import type { Scope } from '../../../api/contract/previews.ts'
import type { StoredDocument } from '../../../web/content/documents.ts'
import { documentsIn } from '../../../web/preview/documents-in.ts'

const STORED: StoredDocument[] = [
  { _id: 'home', title: 'Home' },
  { _id: 'drafts.home', title: 'Draft' },
  { _id: 'versions.r1.home', title: 'First' },
  { _id: 'versions.r2.home', title: 'Second' },
  { _id: 'about', title: 'About' },
  { _id: 'versions.r1.about', title: 'About', _system: { delete: true } },
  { _id: 'versions.r2.legal-terms.v2', title: 'New' },
].map((document) => ({ _type: 'page', _rev: document._id, _updatedAt: '', ...document }))

const titlesIn = (scope: Scope) =>
  Object.fromEntries([...documentsIn(STORED, scope)].map(([id, { title }]) => [id, title]))

test('versions of releases are in no other scope', () => {
  expect(titlesIn({ perspective: 'published' })).toEqual({ home: 'Home', about: 'About' })
  expect(titlesIn({ perspective: 'drafts' })).toEqual({ home: 'Draft', about: 'About' })
  expect(titlesIn({ perspective: 'document', document: 'home' })).toEqual({ home: 'Draft', about: 'About' })
})

test('a stack shows the topmost version of each document, and not what that takes away', () => {
  expect(titlesIn({ perspective: 'stack', stack: ['r1'] })).toEqual({ home: 'First' })
  expect(titlesIn({ perspective: 'stack', stack: ['r2', 'r1', 'drafts'] })).toEqual({
    home: 'Second',
    'legal-terms.v2': 'New',
  })
  expect(titlesIn({ perspective: 'stack', stack: ['gone', 'drafts'] })).toEqual({
    home: 'Draft',
    about: 'About',
  })
})
