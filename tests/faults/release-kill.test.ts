import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import type { ReleaseList } from '../../api/contract/publishing.ts'
import { newBuiltSite, SITE_PROCESS } from '../support/built-site.ts'
import { clientOf } from '../support/lake.ts'
import { removeSiteFolder, startOwnSite, type OwnSite } from '../support/own-site.ts'

// Campaigns over the real server, lake and renderer, which end as in a power cut around the minute.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const DOCUMENTS = [
  'pillar-adaptive-workflows',
  'pillar-execution-engine',
  'pillar-governed-outputs',
  'step-adapt',
  'step-route',
]
/** Long enough to be asked and ended in, once a first schedule has had the release checked. */
const AHEAD_MS = 6_000
/** A first time, so that the check that comes before it does not run into the second. */
const FAR = Date.parse('2099-05-01T09:00:00.000Z')
const LIVE = { timeout: 120_000, interval: 250 }

let folder: string | undefined
let site: OwnSite | undefined

afterAll(async () => {
  await site?.kill()
  if (folder !== undefined) removeSiteFolder(folder)
})

const start = async () => (site = await startOwnSite(folder ?? '', SITE_PROCESS))
const wordsOf = (name: string, id: string) => `The ${name} of ${id} is out.`

/** Writes a release of five documents, to go live in a while; gives when, in ms since 1970. */
async function schedule(url: string, name: string): Promise<number> {
  const client = clientOf(url)
  await client.releases.create({ releaseId: name, metadata: { title: name, releaseType: 'asap' } })
  for (const id of DOCUMENTS) {
    await client.createVersion({ releaseId: name, publishedId: id, baseId: id })
    await client
      .patch(`versions.${name}.${id}`)
      .set({ text: wordsOf(name, id) })
      .commit()
  }
  const scheduleAt = (due: number) =>
    client.releases.schedule({ releaseId: name, publishAt: new Date(due).toISOString() })
  // Right after its start, the site may not know yet what would break.
  await vi.waitFor(() => scheduleAt(FAR), { timeout: 20_000, interval: 500 })
  const due = Date.now() + AHEAD_MS
  await scheduleAt(due)
  return due
}

/** Those of the documents that the page which shows all of them has in the words of a release. */
async function shownOf(url: string, name: string): Promise<string[]> {
  const page = await (await fetch(`${url}/platform`)).text()
  return DOCUMENTS.filter((id) => page.includes(wordsOf(name, id)))
}

async function versions(url: string): Promise<ReleaseList> {
  return (await fetch(`${url}/api/releases`)).json() as Promise<ReleaseList>
}

/** Waits until all of a release is on its page, and says in how many site versions it came there. */
async function isLiveOnce(url: string, name: string, due: number): Promise<void> {
  await vi.waitFor(async () => expect(await shownOf(url, name)).toEqual(DOCUMENTS), LIVE)
  const release = await clientOf(url).releases.get({ releaseId: name })
  expect(release).toMatchObject({ state: 'published' })
  expect(Date.parse(release?.publishedAt ?? '')).toBeGreaterThanOrEqual(due)
  const published = await clientOf(url).getDocuments(DOCUMENTS)
  expect(published.map((document) => document?._rev)).toEqual(DOCUMENTS.map(() => release?._rev))
  await vi.waitFor(async () => {
    const [newest] = (await versions(url)).releases
    expect(newest?.documents.toSorted()).toEqual(DOCUMENTS)
  }, LIVE)
}

test('a campaign is live once and whole, killed a second before its minute or a second after', async () => {
  folder = await newBuiltSite()
  let { url } = await start()
  for (const [name, killAt] of [
    ['spring', -1_000],
    ['summer', 1_000],
  ] as const) {
    const count = (await versions(url)).releases.length
    const due = await schedule(url, name)
    expect(await shownOf(url, name)).toEqual([])
    const left = due + killAt - Date.now()
    expect(left, 'ms until it is killed').toBeGreaterThan(0)
    await pause(left)
    await site?.kill()
    await pause(Math.max(0, due + 1_000 - Date.now()))
    ;({ url } = await start())
    await isLiveOnce(url, name, due)
    expect((await versions(url)).releases.length, name).toBe(count + 1)
  }

  // What is undone is undone whole, with one call.
  const [, before] = (await versions(url)).releases
  const undone = await fetch(`${url}/api/releases/${before?.id}/switch`, { method: 'POST' })
  expect(undone.status).toBe(200)
  expect(await shownOf(url, 'spring')).toEqual(DOCUMENTS)
  expect(await shownOf(url, 'summer')).toEqual([])
})

test('a campaign that would break a page is not published in part, and says what to mend', async () => {
  folder ??= await newBuiltSite()
  const { url } = site ?? (await start())
  const client = clientOf(url)
  await client.releases.create({ releaseId: 'broken', metadata: { title: 'Broken', releaseType: 'asap' } })
  for (const id of DOCUMENTS) {
    await client.createVersion({ releaseId: 'broken', publishedId: id, baseId: id })
    await client.patch(`versions.broken.${id}`).set({ text: 'Broken.' }).commit()
  }
  await client.patch('versions.broken.step-route').unset(['title']).commit()
  const before = await client.getDocuments(DOCUMENTS)
  const refusal = { statusCode: 409, message: expect.stringContaining('Step: “Title” is empty.') }
  await expect(client.releases.publish({ releaseId: 'broken' })).rejects.toMatchObject(refusal)
  const publishAt = new Date(Date.now() + 60_000).toISOString()
  await expect(client.releases.schedule({ releaseId: 'broken', publishAt })).rejects.toMatchObject(refusal)
  expect(await client.getDocuments(DOCUMENTS)).toEqual(before)
})
