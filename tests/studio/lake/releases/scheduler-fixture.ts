import { afterEach, beforeEach, onTestFinished, vi } from 'vitest'
import { createBus } from '../../../../studio/lake/listen/bus.ts'
import { performActions } from '../../../../studio/lake/mutate/actions.ts'
import { createCommitter } from '../../../../studio/lake/mutate/commit.ts'
import type { Verdict } from '../../../../studio/lake/releases/release-check.ts'
import { startScheduler } from '../../../../studio/lake/releases/scheduler.ts'
import { openStore } from '../../../../studio/lake/store/store.ts'
import { temporaryFolder } from '../fixture.ts'

const ADA = { id: 'ada', name: 'Ada', role: 'editor' } as const
export const EVE = { id: 'eve', name: 'Eve', role: 'editor' } as const
export const START = Date.parse('2030-03-31T00:00:00Z')

export const FIT: Verdict = { kind: 'fit' }

/** Has each test of a file begin at `START`, and keeps what the scheduler logs off the screen. */
export function fakeClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: START })
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
}

/** The lake's own parts, with a check that answers as `answers` has it; none, and it never does. */
export function openSchedules(others = 600_000) {
  const answers = new Map<string, Verdict | 'never' | (() => Verdict | Promise<Verdict>)>()
  const store = openStore(temporaryFolder())
  const committer = createCommitter(store, createBus(), [])
  const check = {
    ask: (name: string) => {
      const answer = answers.get(name) ?? FIT
      if (answer === 'never') return new Promise<Verdict>(() => undefined)
      return Promise.resolve(typeof answer === 'function' ? answer() : answer)
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
    /** How often the release was written. */
    revisionsOf: (name: string) =>
      Number(
        store.database
          .prepare('select count(*) as count from revisions where document = ?')
          .get(`_.releases.${name}`)?.['count'],
      ),
    move: (name: string, minute: number) => act([scheduling(name, minute)]),
    schedule: (name: string, minute: number, documents: readonly string[], more: object = {}) =>
      act([
        { actionType: 'sanity.action.release.create', releaseId: name, metadata: { title: name } },
        ...documents.map((id) => ({
          actionType: 'sanity.action.document.version.create',
          publishedId: id,
          document: { _id: `versions.${name}.${id}`, _type: 'page', title: name, ...more },
        })),
        scheduling(name, minute),
      ]),
  }
}

function scheduling(name: string, minute: number) {
  return {
    actionType: 'sanity.action.release.schedule',
    releaseId: name,
    publishAt: new Date(START + minute * 60_000).toISOString(),
  }
}
