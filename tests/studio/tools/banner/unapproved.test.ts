import type { SanityDocumentLike } from '@sanity/types'
import { expect, test } from 'vitest'
import { copiesToCompare, unapprovedIn } from '../../../../studio/tools/banner/unapproved.ts'

const releases = ['spring', 'summer'].map((name) => ({
  _id: `_.releases.${name}`,
  metadata: { title: name },
}))

function version(_id: string, more: object = {}) {
  return { _id, _type: 'about', _rev: 'r2', _updatedAt: '', isEnding: false, base: null, live: null, ...more }
}

function copy(_id: string, _rev: string, title: string, more: object = {}): SanityDocumentLike {
  return { _id, _type: 'about', _rev, title, ...more }
}

function review(document: string, status: 'ready' | 'approved', revision = 'r2') {
  return {
    _id: `review.${document}`,
    document,
    documentType: 'about',
    status,
    revision,
    requestedBy: 'ada',
    _updatedAt: '',
  }
}

test('of each release that is named which nobody approved, or not as it stands now', () => {
  const versions = ['asked', 'approved', 'edited', 'never'].map((id) => version(`versions.spring.${id}`))
  const reviews = [
    review('versions.spring.asked', 'ready'),
    review('versions.spring.approved', 'approved'),
    review('versions.spring.edited', 'approved', 'r1'),
    review('drafts.never', 'approved'),
  ]
  expect(
    unapprovedIn(releases, versions, reviews, []).map(({ name, title, versions: own }) => [
      name,
      title,
      own.map(({ _id }) => _id.split('.').at(-1)),
    ]),
  ).toEqual([['spring', 'spring', ['asked', 'edited', 'never']]])
})

test('what ends a document, and redirects, need no approval', () => {
  const versions = [
    version('versions.summer.gone', { isEnding: true }),
    version('versions.summer.redirects', { _type: 'redirects' }),
  ]
  expect(unapprovedIn(releases, versions, [], [])).toEqual([])
})

test('what says the same as an approved draft needs no approval of its own, as long as both stand', () => {
  const versions = ['same', 'other', 'edited'].map((id) => version(`versions.spring.${id}`))
  const reviews = ['same', 'other', 'edited'].map((id) => review(`drafts.${id}`, 'approved', 'r1'))
  const copies = ['same', 'other', 'edited'].flatMap((id) => [
    copy(`drafts.${id}`, id === 'edited' ? 'r3' : 'r1', 'Spring'),
    copy(`versions.spring.${id}`, 'r2', id === 'other' ? 'Summer' : 'Spring', {
      _system: { base: { id: `drafts.${id}`, rev: 'r1' } },
    }),
  ])
  const wanted = copiesToCompare(versions, reviews).map(({ _id, _rev }) => `${_id} ${_rev}`)
  expect(wanted.toSorted()).toEqual(
    copies.map(({ _id }) => `${_id} ${_id.startsWith('drafts.') ? 'r1' : 'r2'}`).toSorted(),
  )
  const [spring] = unapprovedIn(releases, versions, reviews, copies)
  expect(spring?.versions.map(({ _id }) => _id)).toEqual(['versions.spring.other', 'versions.spring.edited'])
})
