import { expect, test, vi } from 'vitest'
import { EVE, FIT, openSchedules, fakeClock, START } from './scheduler-fixture.ts'

fakeClock()

test('a check that hangs or fails delays no other release', async () => {
  const { answers, schedule, tick, stateOf, errorOf } = openSchedules()
  answers.set('hangs', 'never')
  answers.set('fails', { kind: 'unknown', sentence: 'The site answered 503.' })
  schedule('hangs', 1, ['a'])
  schedule('fails', 2, ['b'])
  schedule('fits', 3, ['c'])
  vi.setSystemTime(START + 4 * 60_000)
  await tick()
  expect(stateOf('fits')).toBe('published')
  expect(stateOf('hangs')).toBe('scheduled')
  expect(errorOf('fails')).toEqual({
    message: 'It is due and waits: The site answered 503. It is tried again by itself.',
  })
  answers.set('fails', FIT)
  await tick()
  expect(stateOf('fails')).toBe('published')
  expect(errorOf('fails')).toBeUndefined()
})

test('releases that share a document keep their order', async () => {
  const { answers, schedule, tick, stateOf, errorOf, get } = openSchedules()
  answers.set('first', 'never')
  schedule('first', 1, ['a', 'b'])
  schedule('second', 2, ['b', 'c'])
  vi.setSystemTime(START + 60 * 60_000)
  await tick()
  await tick()
  expect(stateOf('second')).toBe('scheduled')
  expect(errorOf('second')).toMatchObject({ message: expect.stringContaining('"first"') })
  expect(get('c')).toBeUndefined()
})

test('a release that can’t be checked for long is overtaken, and does not undo what went live', async () => {
  const { answers, schedule, tick, stateOf, errorOf, get } = openSchedules(0)
  answers.set('first', { kind: 'unknown', sentence: 'No answer.' })
  schedule('first', 1, ['a', 'b'])
  schedule('second', 2, ['b', 'c'])
  vi.setSystemTime(START + 60 * 60_000)
  await tick()
  expect(stateOf('second')).toBe('published')
  expect(stateOf('first')).toBe('active')
  expect(errorOf('first')).toMatchObject({ message: expect.stringContaining('"second" went live') })
  answers.delete('first')
  await tick()
  expect(get('b')).toMatchObject({ title: 'second' })
})

test('a scheduled release is published in the name of whoever scheduled it, whoever touched it later', async () => {
  const { act, schedule, tick, get, authorOf } = openSchedules()
  schedule('spring', 1, ['a'])
  const patch = { set: { 'metadata.title': 'Spring 2' } }
  act([{ actionType: 'sanity.action.release.edit', releaseId: 'spring', patch }], EVE)
  vi.setSystemTime(START + 2 * 60_000)
  await tick()
  expect(authorOf(String(get('a')?._rev))).toBe('ada')
  expect(get('_.releases.spring')).not.toHaveProperty('scheduledBy')
})

test('a title that another release has is refused until that one has ended', () => {
  const { act, stateOf } = openSchedules()
  const create =
    (name: string, title: string, more = {}) =>
    () =>
      act([
        {
          actionType: 'sanity.action.release.create',
          releaseId: name,
          metadata: { title, releaseType: 'asap', ...more },
        },
      ])
  create('one', 'Spring')()
  expect(create('two', ' spring')).toThrow('There is a release called "Spring" already')
  create('two', '')()
  create('three', '')()
  // A scheduled draft is titled after its document.
  create('draft', 'Spring', { cardinality: 'one' })()
  const rename = (title: string) => () =>
    act([
      {
        actionType: 'sanity.action.release.edit',
        releaseId: 'two',
        patch: { set: { 'metadata.title': title } },
      },
    ])
  expect(rename('SPRING')).toThrow('give one of the two another title')
  act([{ actionType: 'sanity.action.release.archive', releaseId: 'one' }])
  rename('SPRING')()
  expect(() => act([{ actionType: 'sanity.action.release.unarchive', releaseId: 'one' }])).toThrow(
    'There is a release called "SPRING" already',
  )
  expect(stateOf('one')).toBe('archived')
})
