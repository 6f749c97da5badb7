import { expect, test } from 'vitest'
import { conflictsIn } from '../../../../studio/tools/banner/conflicts.ts'

const MORNING = '2030-05-01T08:00:00Z'
const NOON = '2030-05-01T12:00:00Z'

function release(name: string, more: object = {}) {
  return { _id: `_.releases.${name}`, metadata: { title: name }, ...more }
}

function version(name: string, id: string, live: string | null = null) {
  return {
    _id: `versions.${name}.${id}`,
    _type: 'step',
    _rev: 'r1',
    _updatedAt: MORNING,
    isEnding: false,
    base: null,
    live,
  }
}

test('of releases that change one document, each is told of the one before it, by their times', () => {
  const releases = [
    release('someday'),
    release('late', { publishAt: NOON }),
    release('early', { metadata: { title: ' ', intendedPublishAt: MORNING } }),
  ]
  const versions = [
    version('someday', 'faq.one'),
    version('late', 'faq.one'),
    version('late', 'alone'),
    version('early', 'faq.one'),
  ]
  const conflict = { id: 'faq.one', type: 'step', isEnding: false }
  expect(conflictsIn(releases, versions)).toEqual([
    { ...conflict, release: 'late', releaseTitle: 'late', other: { title: 'Untitled', isBefore: true } },
    { ...conflict, release: 'someday', releaseTitle: 'someday', other: { title: 'late', isBefore: true } },
  ])
})

test('which of two releases without a time comes first is not said, as nobody knows', () => {
  const releases = [release('someday'), release('soon')]
  expect(conflictsIn(releases, [version('someday', 'a'), version('soon', 'a')])).toEqual([
    {
      id: 'a',
      type: 'step',
      release: 'soon',
      releaseTitle: 'soon',
      isEnding: false,
      other: { title: 'someday', isBefore: false },
    },
  ])
})

test('what was published after it was written for a release is a conflict, and what is older none', () => {
  const versions = [version('late', 'a', NOON), version('late', 'b', MORNING), version('later', 'c', NOON)]
  expect(conflictsIn([release('late')], versions)).toEqual([
    { id: 'a', type: 'step', release: 'late', releaseTitle: 'late', isEnding: false },
  ])
})

test('a release that takes away what was published since is told from one that overwrites it', () => {
  const ending = { ...version('late', 'a', NOON), isEnding: true }
  expect(conflictsIn([release('late')], [ending])).toMatchObject([{ id: 'a', isEnding: true }])
})

test('what was taken off the site after it was copied into a release is a conflict, and what is new none', () => {
  const revived = { ...version('late', 'faq.one'), base: 'faq.one' }
  const ending = { ...version('late', 'b'), base: 'b', isEnding: true }
  const ofDraft = { ...version('late', 'c'), base: 'drafts.c' }
  const ofLive = { ...version('late', 'd', MORNING), base: 'd' }
  expect(conflictsIn([release('late')], [revived, ending, ofDraft, ofLive, version('late', 'e')])).toEqual([
    { id: 'faq.one', type: 'step', release: 'late', releaseTitle: 'late', isEnding: false, isRevival: true },
  ])
})
