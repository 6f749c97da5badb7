import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { startLake, temporaryFolder, type RunningLake } from '../fixture.ts'

/** Of each document, the last state alone is kept. */
const NOTHING_OLD = { days: -1, revisionsPerDocument: 1000 }

interface Told {
  id: string
  documentIDs: string[]
  effects: Record<string, { apply: unknown[]; revert: unknown[] }>
}

/** As the Studio asks before it reverts a release. */
async function transactionsOf({ url }: RunningLake, id: string): Promise<Told[]> {
  const query = 'reverse=true&limit=1000&effectFormat=mendoza&excludeContent=true'
  const response = await fetch(`${url}/v2025-02-19/data/history/production/transactions/${id}?${query}`)
  const lines = (await response.text()).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line))
}

async function edit({ client }: RunningLake, title: string): Promise<string> {
  const ids = { draftId: 'drafts.faq-one', publishedId: 'faq-one' }
  const action = { actionType: 'sanity.action.document.edit' as const, ...ids, patch: { set: { title } } }
  return (await client.action(action)).transactionId
}

async function readDocuments({ url }: RunningLake, path: string): Promise<unknown> {
  return (await fetch(`${url}/v2025-02-19/data/history/production/documents/${path}`)).json()
}

async function eventsOf({ url }: RunningLake, id: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${url}/v2025-02-19/data/history/production/events/documents/${id}`)
  return (await response.json()).events[id]
}

async function publishRelease({ client }: RunningLake, publishedId: string, title: string): Promise<string> {
  await client.releases.create({ releaseId: 'spring', metadata: { title: 'Spring', releaseType: 'asap' } })
  await client.createVersion({ releaseId: 'spring', publishedId, baseId: publishedId })
  await client.patch(`versions.spring.${publishedId}`).set({ title }).commit()
  return (await client.releases.publish({ releaseId: 'spring' })).transactionId
}

test('a long-lived revision can be restored after it was replaced, and old history is gone', async () => {
  const dataDir = temporaryFolder()
  const first = await startLake({ dataDir })
  // Written in 2025, and live until now.
  const { _rev: seeded = '' } = (await first.client.getDocument('faq-one')) ?? {}
  const published = await publishRelease(first, 'faq-one', 'Spring prices')
  await first.stop()

  const second = await startLake({ dataDir, retention: { days: 90, revisionsPerDocument: 1000 } })
  const told = await transactionsOf(second, 'faq-one')
  expect(told.map(({ id }) => id)).toEqual([published, seeded])
  // No word of it being made by the release: the Studio would take it off the site to revert it.
  expect(told[0]?.effects['faq-one']?.revert).not.toEqual([0, null])
  const then = await readDocuments(second, `faq-one?revision=${seeded}`)
  expect(then).toMatchObject({ documents: [{ title: 'Pricing', _rev: seeded }] })
  await second.stop()

  const third = await startLake({ dataDir, retention: NOTHING_OLD })
  expect((await transactionsOf(third, 'faq-one')).map(({ id }) => id)).toEqual([published])
})

test('a release that brings back a document that was unpublished long ago can be reverted', async () => {
  const dataDir = temporaryFolder()
  const first = await startLake({ dataDir })
  const ids = { draftId: 'drafts.logo', publishedId: 'logo' }
  const { _rev: seeded = '' } = (await first.client.getDocument('logo')) ?? {}
  vi.useFakeTimers({ now: Date.now() - 100 * 24 * 3_600_000, toFake: ['Date'] })
  const unpublish = { actionType: 'sanity.action.document.unpublish' as const, ...ids }
  const { transactionId: taken } = await first.client.action(unpublish).finally(() => vi.useRealTimers())
  await first.client.releases.create({
    releaseId: 'spring',
    metadata: { title: 'Spring', releaseType: 'asap' },
  })
  await first.client.createVersion({ releaseId: 'spring', publishedId: 'logo', baseId: 'drafts.logo' })
  const { transactionId: released } = await first.client.releases.publish({ releaseId: 'spring' })
  await first.stop()

  // What was published was replaced a hundred days ago, its deletion just now.
  const second = await startLake({ dataDir, retention: { days: 90, revisionsPerDocument: 1000 } })
  const told = await transactionsOf(second, 'logo')
  expect(told.map(({ id }) => id)).toEqual([released, taken, seeded])
  expect(told[1]?.effects['logo']).toMatchObject({ apply: [0, null], revert: [0, { name: 'Logo' }] })
  await second.stop()

  const third = await startLake({ dataDir, retention: NOTHING_OLD })
  expect((await transactionsOf(third, 'logo')).map(({ id }) => id)).toEqual([released])
})

test('a change before which nothing is kept does not count as the one that made the document', async () => {
  const dataDir = temporaryFolder()
  const first = await startLake({ dataDir })
  const released = await publishRelease(first, 'faq-one', 'Spring prices')
  const { _rev: patched } = await first.client.patch('faq-two').set({ title: 'Safety' }).commit()
  const { _rev: edited } = await first.client.patch('drafts.faq-two').set({ title: 'Safe' }).commit()
  const { _rev: imported } = await first.client.createOrReplace({ _id: 'new', _type: 'faqGroup' })
  await first.stop()

  const second = await startLake({ dataDir, retention: NOTHING_OLD })
  for (const [id, revision] of [
    ['faq-one', released],
    ['faq-two', patched],
    ['drafts.faq-two', edited],
  ] as const) {
    const [only, ...others] = await transactionsOf(second, id)
    expect([only?.id, others]).toEqual([revision, []])
    expect(only?.effects).not.toHaveProperty([id])
  }
  const [made] = await transactionsOf(second, 'new')
  expect(made).toMatchObject({ id: imported, effects: { new: { revert: [0, null] } } })
  expect(await eventsOf(second, 'drafts.faq-two')).toMatchObject([
    { type: 'updateLiveDocument', revisionId: patched },
  ])
  expect(await eventsOf(second, 'new')).toMatchObject([{ type: 'createLiveDocument', revisionId: imported }])
})

test('no history is removed where the clock runs ten years ahead at a start', async () => {
  const dataDir = temporaryFolder()
  const first = await startLake({ dataDir })
  const revision = await edit(first, 'First')
  await edit(first, 'Second')
  await first.stop()
  vi.useFakeTimers({ now: Date.now() + 10 * 365 * 24 * 3_600_000, toFake: ['Date'] })
  const second = await startLake({ dataDir, retention: { days: 90, revisionsPerDocument: 1000 } }).finally(
    () => vi.useRealTimers(),
  )
  const then = await readDocuments(second, `drafts.faq-one?revision=${revision}`)
  expect(then).toMatchObject({ documents: [{ title: 'First' }] })
})

test('history is bounded down to what it is kept in, and the last state of a deleted document is kept', async () => {
  const dataDir = temporaryFolder()
  const first = await startLake({ dataDir })
  for (const title of ['Title 1', 'Title 2', 'Title 3', 'Title 4', 'Title 5']) await edit(first, title)
  await first.client.create({ _id: 'gone', _type: 'pillar', title: 'Restore me' })
  await first.client.delete('gone')
  expect(await transactionsOf(first, 'drafts.faq-one')).toHaveLength(5)
  await first.stop()

  const second = await startLake({ dataDir, retention: { days: 1, revisionsPerDocument: 2 } })
  expect(await transactionsOf(second, 'drafts.faq-one')).toHaveLength(2)
  expect(await transactionsOf(second, 'gone')).toHaveLength(2)
  expect(await second.client.getDocument('drafts.faq-one')).toMatchObject({ title: 'Title 5' })
  await second.stop()

  const third = await startLake({ dataDir, retention: { days: -1, revisionsPerDocument: 1 } })
  expect(await transactionsOf(third, 'drafts.faq-one')).toHaveLength(1)
  const last = await readDocuments(third, 'gone?lastRevision=true')
  expect(last).toMatchObject({ documents: [{ title: 'Restore me' }] })
  await third.stop()

  using database = new DatabaseSync(join(dataDir, 'lake.db'), { readOnly: true })
  const bare = database.prepare('select id from transactions where seq not in (select seq from revisions)')
  expect(bare.all()).toEqual([])
  const kept = JSON.stringify(database.prepare('select json from transactions').all())
  expect(kept).toContain('Title 5')
  expect(kept).not.toContain('Title 1')
})
