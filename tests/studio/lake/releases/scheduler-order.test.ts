import { expect, test, vi } from 'vitest'
import type { Verdict } from '../../../../studio/lake/releases/release-check.ts'
import { EVE, FIT, openSchedules, fakeClock, START } from './scheduler-fixture.ts'

const UNKNOWN: Verdict = { kind: 'unknown', sentence: 'The site answered 503.' }
const HOUR = 60

fakeClock()

test('a release renamed during its check keeps its place', async () => {
  const { answers, act, schedule, tick, get } = openSchedules()
  answers.set('first', () => {
    const patch = { set: { 'metadata.title': 'First of all' } }
    answers.delete('first')
    act([{ actionType: 'sanity.action.release.edit', releaseId: 'first', patch }], EVE)
    return FIT
  })
  schedule('first', 1, ['a'])
  schedule('second', 2, ['a'])
  vi.setSystemTime(START + HOUR * 60_000)
  await tick()
  await tick()
  expect(get('a')).toMatchObject({ title: 'second' })
})

test('an overtaken release is unscheduled in the same transaction', async () => {
  const { answers, schedule, tick, get } = openSchedules(0)
  answers.set('first', UNKNOWN)
  schedule('first', 1, ['a'])
  schedule('second', 2, ['a'])
  vi.setSystemTime(START + HOUR * 60_000)
  await tick()
  expect(get('a')).toMatchObject({ title: 'second' })
  expect(get('_.releases.first')?._rev).toBe(get('_.releases.second')?._rev)
})

test('a release moved to later meanwhile is not overtaken', async () => {
  const { answers, schedule, move, tick, stateOf, errorOf } = openSchedules(0)
  answers.set('first', UNKNOWN)
  answers.set('second', () => {
    move('first', 24 * HOUR)
    return FIT
  })
  schedule('first', 1, ['a'])
  schedule('second', 2, ['a'])
  vi.setSystemTime(START + HOUR * 60_000)
  await tick()
  expect(stateOf('second')).toBe('published')
  expect(stateOf('first')).toBe('scheduled')
  expect(errorOf('first')).toBeUndefined()
})

test('a rescheduled release waits anew, and says why', async () => {
  const { answers, act, schedule, move, tick, stateOf, errorOf } = openSchedules(300)
  answers.set('first', UNKNOWN)
  schedule('first', 1, ['a'])
  schedule('second', 2, ['a'])
  vi.setSystemTime(START + HOUR * 60_000)
  await tick()
  for (const releaseId of ['first', 'second'])
    act([{ actionType: 'sanity.action.release.unschedule', releaseId }])
  await tick()
  await new Promise((resolve) => setTimeout(resolve, 310))
  move('first', 1)
  move('second', 2)
  await tick()
  expect(stateOf('second')).toBe('scheduled')
  expect(errorOf('first')).toMatchObject({ message: expect.stringContaining('503') })
  expect(errorOf('second')).toMatchObject({ message: expect.stringContaining('"first"') })
})

test('an edit makes its release checked again', async () => {
  const { answers, act, schedule, move, tick, get, stateOf, errorOf } = openSchedules()
  const { promise, resolve } = Promise.withResolvers<Verdict>()
  answers.set('spring', () => promise)
  schedule('spring', 1, ['a'])
  vi.setSystemTime(START + HOUR * 60_000)
  await tick()
  resolve(FIT)
  act([{ actionType: 'sanity.action.release.unschedule', releaseId: 'spring' }])
  const document = { _id: 'versions.spring.a', _type: 'page', title: 'edited' }
  act([{ actionType: 'sanity.action.document.version.replace', document }])
  move('spring', 1)
  const faults = [{ documentId: 'a', type: 'page', path: 'title', message: 'It has no title.' }]
  answers.set('spring', { kind: 'held', sentence: 'A page has no title.', faults })
  await tick()
  expect(errorOf('spring')).toEqual({ message: 'A page has no title.', faults })
  expect(stateOf('spring')).toBe('active')
  expect(get('a')).toBeUndefined()
})

test('a release that refers to an earlier one’s documents waits for it', async () => {
  const { answers, schedule, tick, stateOf, errorOf } = openSchedules()
  answers.set('first', UNKNOWN)
  schedule('first', 1, ['answer'])
  const reference = { _ref: 'answer', _type: 'reference', _weak: true }
  const mark = { _strengthenOnPublish: { type: 'page' } }
  schedule('second', 2, ['list'], { answer: { ...reference, ...mark } })
  vi.setSystemTime(START + HOUR * 60_000)
  await tick()
  expect(stateOf('second')).toBe('scheduled')
  expect(errorOf('second')).toMatchObject({ message: expect.stringContaining('belong to its own') })
  answers.delete('first')
  await tick()
  expect(['first', 'second'].map(stateOf)).toEqual(['published', 'published'])
})

test('reasons that take turns leave the history of a release alone', async () => {
  const { answers, schedule, tick, revisionsOf } = openSchedules()
  let count = 0
  answers.set('spring', () => ({ kind: 'unknown', sentence: `The site answered ${500 + (count++ % 5)}.` }))
  schedule('spring', 1, ['a'])
  const before = revisionsOf('spring')
  vi.setSystemTime(START + HOUR * 60_000)
  for (let second = 0; second < 50; second++) await tick()
  answers.set('spring', 'never')
  await tick()
  expect(count).toBe(50)
  expect(revisionsOf('spring')).toBe(before + 1)
})
