import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createHistory } from '../../../../studio/lake/history/history.ts'
import { createBus } from '../../../../studio/lake/listen/bus.ts'
import { performActions } from '../../../../studio/lake/mutate/actions.ts'
import { createCommitter } from '../../../../studio/lake/mutate/commit.ts'
import { createReleaseCheck } from '../../../../studio/lake/releases/release-check.ts'
import { startScheduler } from '../../../../studio/lake/releases/scheduler.ts'
import { openStore } from '../../../../studio/lake/store/store.ts'
import { listenHere } from '../../../support/listen.ts'
import { temporaryFolder } from '../fixture.ts'

const LAKES = 20
const CAMPAIGNS = 50
const START = Date.parse('2030-03-31T00:00:00Z')
const MINUTE = 60_000
const EDITOR = { id: 'editor', name: 'Ada', role: 'editor' } as const

interface Campaign {
  name: string
  due: number
  /** Published ids of what goes live with it. */
  documents: string[]
  /** What the site's check says of it. */
  isBroken: boolean
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }))
afterEach(() => void vi.useRealTimers())

/** Numbers between 0 and 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The site's check, as a server of its own; `c-broken` names what it refuses. */
async function startSite(): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { release } = JSON.parse(Buffer.concat(chunks).toString()) as { release: string }
      response.end(
        JSON.stringify({ faults: release.includes('broken') ? [{ message: 'A page has no title.' }] : [] }),
      )
    })()
  })
  return listenHere(server)
}

/** One run of the lake's own parts on a folder: what a process is from its start to its end. */
function openRun(dataDir: string, url: string) {
  const store = openStore(dataDir)
  const committer = createCommitter(store, createBus(), [])
  const check = createReleaseCheck({ name: 'check', url, secret: 'of nobody' })
  const scheduler = startScheduler({ store, committer, check })
  const { lastOf } = createHistory(store.database)
  return {
    store,
    tick: scheduler.tick,
    act: (...actions: Record<string, unknown>[]) =>
      committer.commit({ kind: 'mutate', user: EDITOR }, (stage) => performActions(stage, actions, lastOf)),
    put: (id: string, title: string) =>
      committer.commit({ kind: 'mutate', user: EDITOR }, (stage) =>
        stage.apply({ name: 'createOrReplace', id, body: { _type: 'page', title } }),
      ),
    stop: async () => {
      check.close()
      await scheduler.stop()
      store.close()
    },
  }
}

type Run = ReturnType<typeof openRun>

function makeCampaign({ act }: Run, name: string, random: () => number): Campaign {
  const documents = Array.from({ length: 1 + Math.floor(random() * 5) }, (_, index) =>
    random() < 0.3 ? `${name}-new-${index}` : `page-${Math.floor(random() * 20)}`,
  )
  const wanted = [...new Set(documents)]
  const due = START + Math.floor(random() * 24 * 60) * MINUTE
  act(
    { actionType: 'sanity.action.release.create', releaseId: name },
    ...wanted.map((id) => ({
      actionType: 'sanity.action.document.version.create',
      publishedId: id,
      document: { _id: `versions.${name}.${id}`, _type: 'page', title: name },
    })),
    { actionType: 'sanity.action.release.schedule', releaseId: name, publishAt: new Date(due).toISOString() },
  )
  return { name, due, documents: wanted, isBroken: name.includes('broken') }
}

/** The clock goes on, and now and then it is set: forward or back by hours. */
function passTime(random: () => number): void {
  vi.setSystemTime(Date.now() + minutesOn(random) * MINUTE)
}

function minutesOn(random: () => number): number {
  const chance = random()
  if (chance < 0.05) return -random() * 6 * 60
  return chance < 0.1 ? random() * 6 * 60 : 1 + random() * 30
}

/** When each release was published, by what the database wrote down: with what was there right after it. */
function publishesOf({ store }: Run, { name, documents }: Campaign) {
  const rows = store.database
    .prepare(`select seq, id from transactions where kind = 'publish' and json like ?`)
    .all(`%"_.releases.${name}"%`)
  const titleAt = store.database.prepare('select json from revisions where document = ? and seq = ?')
  return rows.map(({ seq }) => ({
    titles: documents.map((id) => {
      const json = titleAt.get(id, Number(seq))?.['json']
      return typeof json === 'string' ? (JSON.parse(json) as { title: string }).title : undefined
    }),
  }))
}

test.each(Array.from({ length: LAKES }, (_, index) => index + 1))(
  'each of 50 schedules is live once, not before its minute, whole or not at all (%i)',
  { timeout: 120_000 },
  async (seed) => {
    const random = randomOf(seed)
    const url = await startSite()
    const dataDir = temporaryFolder()
    let run = openRun(dataDir, url)
    onTestFinished(() => run.stop())
    for (let page = 0; page < 20; page++) run.put(`page-${page}`, 'old')
    const campaigns = Array.from({ length: CAMPAIGNS }, (_, index) =>
      makeCampaign(run, `c${index}${random() < 0.1 ? '-broken' : ''}`, random),
    )
    const liveAt = new Map<string, number>()

    const stateOf = ({ name }: Campaign) => run.store.corpus.get(`_.releases.${name}`)?.['state']
    async function look(): Promise<void> {
      await run.tick()
      for (const campaign of campaigns) {
        if (stateOf(campaign) !== 'published' || liveAt.has(campaign.name)) continue
        liveAt.set(campaign.name, Date.now())
        expect(Date.now(), campaign.name).toBeGreaterThanOrEqual(campaign.due)
      }
    }

    for (let step = 0; step < 60; step++) {
      passTime(random)
      const chance = random()
      if (chance < 0.2) {
        await run.stop()
        run = openRun(dataDir, url)
      } else if (chance < 0.5) run.put(`page-${Math.floor(random() * 20)}`, `edited ${step}`)
      else if (chance < 0.6) {
        const moved = campaigns[Math.floor(random() * CAMPAIGNS)]
        if (moved && stateOf(moved) === 'scheduled') {
          moved.due += 30 * MINUTE
          const publishAt = new Date(moved.due).toISOString()
          run.act({ actionType: 'sanity.action.release.schedule', releaseId: moved.name, publishAt })
        }
      }
      await look()
    }
    vi.setSystemTime(START + 100 * 60 * MINUTE)
    await look()
    await look()

    for (const campaign of campaigns) {
      const publishes = publishesOf(run, campaign)
      if (campaign.isBroken) {
        expect(publishes).toEqual([])
        expect(run.store.corpus.get(`_.releases.${campaign.name}`)).toMatchObject({
          state: 'active',
          error: { message: 'A page has no title.' },
        })
      } else {
        expect(publishes).toEqual([{ titles: campaign.documents.map(() => campaign.name) }])
      }
    }
  },
)
