import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createBus } from '../../../studio/lake/listen/bus.ts'
import { performActions } from '../../../studio/lake/mutate/actions.ts'
import { createCommitter } from '../../../studio/lake/mutate/commit.ts'
import type { Verdict } from '../../../studio/lake/releases/release-check.ts'
import { startScheduler } from '../../../studio/lake/releases/scheduler.ts'
import { openStore } from '../../../studio/lake/store/store.ts'
import { temporaryFolder } from './fixture.ts'

const ADA = { id: 'ada', name: 'Ada', role: 'editor' } as const
const EVE = { id: 'eve', name: 'Eve', role: 'editor' } as const
const START = Date.parse('2030-03-31T00:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const FIT: Verdict = { kind: 'fit' }

/** The lake's own parts, with a check that answers as `answers` has it; none, and it never does. */
function open(others = 600_000) {
  const answers = new Map<string, Verdict | 'never'>()
  const store = openStore(temporaryFolder())
  const committer = createCommitter(store, createBus(), [])
  const check = {
    ask: (name: string) => {
      const answer = answers.get(name) ?? FIT
      return answer === 'never' ? new Promise<Verdict>(() => undefined) : Promise.resolve(answer)
    },
    setUrl: () => undefined,
    close: () => undefined,
  }
  const scheduler = startScheduler({ store, committer, check, patience: { check: 20, others } })
  onTestFinished(async () => {
    await scheduler.stop()
    store.close()
  })
  const act = (actions: object[], user: typeof ADA | typeof EVE = ADA) =>
    committer.commit({ kind: 'actions', user }, (stage) => performActions(stage, actions, () => []))
  return {
    answers,
    act,
    tick: scheduler.tick,
    get: (id: string) => store.corpus.get(id),
    stateOf: (name: string) => store.corpus.get(`_.releases.${name}`)?.['state'],
    errorOf: (name: string) => store.corpus.get(`_.releases.${name}`)?.['error'],
    authorOf: (id: string) =>
      store.database.prepare('select author from transactions where id = ?').get(id)?.['author'],
    schedule: (name: string, minute: number, documents: readonly string[]) =>
      act([
        { actionType: 'sanity.action.release.create', releaseId: name, metadata: { title: name } },
        ...documents.map((id) => ({
          actionType: 'sanity.action.document.version.create',
          publishedId: id,
          document: { _id: `versions.${name}.${id}`, _type: 'page', title: name },
        })),
        {
          actionType: 'sanity.action.release.schedule',
          releaseId: name,
          publishAt: new Date(START + minute * 60_000).toISOString(),
        },
      ]),
  }
}

test('a check that hangs or fails delays no other release', async () => {
  const { answers, schedule, tick, stateOf, errorOf } = open()
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
  const { answers, schedule, tick, stateOf, errorOf, get } = open()
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

test('one that can’t be checked for long is passed, and does not undo what went live', async () => {
  const { answers, schedule, tick, stateOf, errorOf, get } = open(0)
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

test('who scheduled a release is whose publish it is, whoever touched it later', async () => {
  const { act, schedule, tick, get, authorOf } = open()
  schedule('spring', 1, ['a'])
  const patch = { set: { 'metadata.title': 'Spring 2' } }
  act([{ actionType: 'sanity.action.release.edit', releaseId: 'spring', patch }], EVE)
  vi.setSystemTime(START + 2 * 60_000)
  await tick()
  expect(authorOf(String(get('a')?._rev))).toBe('ada')
  expect(get('_.releases.spring')).not.toHaveProperty('scheduledBy')
})

test('a title that another release has is refused until that one has ended', () => {
  const { act, stateOf } = open()
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
  expect(rename('SPRING')).toThrow('give this one another title')
  act([{ actionType: 'sanity.action.release.archive', releaseId: 'one' }])
  rename('SPRING')()
  expect(() => act([{ actionType: 'sanity.action.release.unarchive', releaseId: 'one' }])).toThrow(
    'There is a release called "SPRING" already',
  )
  expect(stateOf('one')).toBe('archived')
})
