import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { startLake, type RunningLake } from '../fixture.ts'

// The decoder that the Studio itself reads history with.
const { applyPatch } = createRequire(createRequire(import.meta.url).resolve('sanity'))('mendoza')

const ids = { draftId: 'drafts.faq-one', publishedId: 'faq-one' }

async function edit({ client }: RunningLake, title: string): Promise<string> {
  const action = { actionType: 'sanity.action.document.edit' as const, ...ids, patch: { set: { title } } }
  return (await client.action(action)).transactionId
}

async function readHistory({ url }: RunningLake, path: string) {
  const response = await fetch(`${url}/v2025-02-19/data/history/production/${path}`)
  expect(response.status).toBe(200)
  return response.text()
}

test('history tells of a patch that is nested deeper than a document may be', async () => {
  const running = await startLake()
  const heard = (await running.client.getDocument('home'))?._rev
  let title: unknown = 'deep'
  for (let level = 0; level < 1100; level += 1) title = [title]
  const { _rev } = await running.client.patch('home').setIfMissing({ title }).commit()
  const read = async (path: string) => JSON.parse(await readHistory(running, path))
  expect(await read('transactions/home?reverse=true&limit=1')).toMatchObject({ id: _rev })
  const { events } = await read('events/documents/home')
  expect(events.home).toMatchObject([{ type: 'updateLiveDocument', revisionId: _rev }, { revisionId: heard }])
  const headers = { 'last-event-id': String(heard) }
  const path = '/v2025-02-19/data/listen/production?query=*&enableResume=true'
  const response = await fetch(running.url + path, { headers })
  const told = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('event: mutation')) text += (await told?.read())?.value ?? expect.fail(text)
  expect(text).toContain(`id: ${_rev}#home`)
  await told?.cancel()
})

test('a document can be read as it was at a revision, and as it was before it was deleted', async () => {
  const running = await startLake()
  const first = await edit(running, 'First')
  await edit(running, 'Second')
  const then = JSON.parse(await readHistory(running, `documents/drafts.faq-one?revision=${first}`))
  expect(then).toMatchObject({ documents: [{ title: 'First', _rev: first }] })
  await running.client.delete('drafts.faq-one')
  const last = JSON.parse(await readHistory(running, 'documents/drafts.faq-one?lastRevision=true'))
  expect(last).toMatchObject({ documents: [{ title: 'Second' }] })
  const now = JSON.parse(await readHistory(running, 'documents/drafts.faq-one,faq-one'))
  expect(now.documents).toMatchObject([{ _id: 'faq-one' }])
})

test('a deleted document comes back as last published, not as an earlier discarded draft', async () => {
  const running = await startLake()
  const { client } = running
  const lastOf = async (id: string) =>
    JSON.parse(await readHistory(running, `documents/${id},drafts.${id}?lastRevision=true`)).documents
  await edit(running, 'Discarded')
  await client.delete('drafts.faq-one')
  await client.delete({ query: '*[_id in ["faq-one", "home"]]' })
  expect(await lastOf('faq-one')).toMatchObject([{ _id: 'faq-one', title: 'Pricing' }])
  // Unpublished first, then deleted as a draft.
  await client.action({
    actionType: 'sanity.action.document.unpublish',
    draftId: 'drafts.faq-two',
    publishedId: 'faq-two',
  })
  await client.patch('drafts.faq-two').set({ title: 'Later' }).commit()
  await client.delete('drafts.faq-two')
  expect((await lastOf('faq-two')).at(-1)).toMatchObject({ _id: 'drafts.faq-two', title: 'Later' })
})

test('a revision of a document that was never a draft can be read as a draft, to go back to and to restore', async () => {
  const running = await startLake()
  const { _rev: seeded } = (await running.client.getDocument('faq-one')) ?? {}
  const first = await edit(running, 'First')
  const read = async (revision: string | undefined) =>
    JSON.parse(await readHistory(running, `documents/faq-one,drafts.faq-one?revision=${revision}`)).documents
  expect(await read(seeded)).toMatchObject([
    { _id: 'faq-one', _rev: seeded, title: 'Pricing' },
    { _id: 'drafts.faq-one', _rev: seeded, title: 'Pricing' },
  ])
  expect(await read(first)).toMatchObject([
    { _id: 'faq-one', _rev: seeded },
    { _id: 'drafts.faq-one', _rev: first, title: 'First' },
  ])
  await running.client.delete('drafts.faq-one')
  await running.client.delete({ query: '*[_id in ["faq-one", "home"]]' })
  expect(await read(seeded)).toMatchObject([{ _id: 'faq-one' }, { _id: 'drafts.faq-one', title: 'Pricing' }])
  const { events } = JSON.parse(await readHistory(running, 'events/documents/drafts.faq-one'))
  expect(events['drafts.faq-one'].at(-1)).toMatchObject({ type: 'createLiveDocument', revisionId: seeded })
})

test('transactions are listed in their order with their effects, in part if asked', async () => {
  const running = await startLake()
  const [first, second, third] = [
    await edit(running, '1'),
    await edit(running, '2'),
    await edit(running, '3'),
  ]
  const path = 'transactions/drafts.faq-one?effectFormat=mendoza&excludeContent=true'
  const read = async (range: string) =>
    (await readHistory(running, path + range))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const all = await read('')
  expect(all.map(({ id }) => id)).toEqual([first, second, third])
  expect(all[1]).toMatchObject({ author: 'local-editor', documentIDs: ['drafts.faq-one'] })
  expect(all[1]).not.toHaveProperty('mutations')
  const { _rev, ...now } = (await running.client.getDocument('drafts.faq-one')) ?? {}
  expect(applyPatch({ ...now, title: '1' }, all[1].effects['drafts.faq-one'].apply)).toMatchObject({
    title: '2',
  })
  expect((await read(`&fromTransaction=${second}`)).map(({ id }) => id)).toEqual([second, third])
  expect((await read(`&toTransaction=${second}&reverse=true&limit=1`)).map(({ id }) => id)).toEqual([second])
})

test('a transaction of many documents is listed with those asked for alone if asked, and with effects only if asked', async () => {
  const running = await startLake()
  await running.client
    .transaction()
    .patch('faq-one', { set: { n: 1 } })
    .patch('home', { set: { n: 1 } })
    .commit()
  const read = async (query: string) =>
    JSON.parse(await readHistory(running, `transactions/faq-one?reverse=true&limit=1${query}`))
  const all = await read('&effectFormat=mendoza')
  expect([all.documentIDs, Object.keys(all.effects)]).toEqual([
    ['faq-one', 'home'],
    ['faq-one', 'home'],
  ])
  const own = await read('&effectFormat=mendoza&includeIdentifiedDocumentsOnly=true')
  expect([own.documentIDs, Object.keys(own.effects)]).toEqual([['faq-one'], ['faq-one']])
  expect(own.mutations).toEqual([{ patch: { id: 'faq-one', set: { n: 1 } } }])
  expect(await read('')).not.toHaveProperty('effects')
})

test('a version that unpublishes its document has that in its events once its release is published', async () => {
  const running = await startLake()
  const { client } = running
  await client.releases.create({ releaseId: 'spring', metadata: { title: 'Spring', releaseType: 'asap' } })
  await client.unpublishVersion({ releaseId: 'spring', publishedId: 'logo' })
  const typesOf = async () => {
    const answer = JSON.parse(await readHistory(running, 'events/documents/versions.spring.logo'))
    return answer.events['versions.spring.logo'].map(({ type }: { type: string }) => type)
  }
  expect(await typesOf()).toEqual(['createDocumentVersion', 'createLiveDocument'])
  await client.releases.publish({ releaseId: 'spring' })
  expect(await typesOf()).toEqual(['unpublishDocument', 'createDocumentVersion', 'createLiveDocument'])
})

test('events tell what an editor did, newest first', async () => {
  const running = await startLake()
  const created = await edit(running, 'One')
  await edit(running, 'Two')
  const publish = await running.client.action({ actionType: 'sanity.action.document.publish', ...ids })
  await edit(running, 'Three')
  await running.client.action({
    actionType: 'sanity.action.document.version.discard',
    versionId: ids.draftId,
  })
  const answer = JSON.parse(await readHistory(running, 'events/documents/drafts.faq-one?limit=4'))
  expect(answer.nextCursor).toBe(created)
  expect(answer.events['drafts.faq-one']).toMatchObject([
    { type: 'deleteDocumentVersion', versionId: 'drafts.faq-one', documentId: 'faq-one' },
    { type: 'createDocumentVersion' },
    { type: 'publishDocumentVersion', revisionId: publish.transactionId, publishCause: 'document.publish' },
    { type: 'createDocumentVersion', versionRevisionId: created },
  ])
})

test('older events are read page by page, each of them once', async () => {
  const running = await startLake()
  const published: string[] = []
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    await edit(running, title)
    const action = { actionType: 'sanity.action.document.publish', ...ids } as const
    published.unshift((await running.client.action(action)).transactionId)
  }
  const pages: Record<string, unknown>[][] = []
  let cursor = ''
  do {
    const query = `limit=4&nextCursor=${encodeURIComponent(cursor)}`
    const answer = JSON.parse(await readHistory(running, `events/documents/drafts.faq-one?${query}`))
    pages.push(answer.events['drafts.faq-one'])
    cursor = answer.nextCursor
    // What is edited while pages are read must not shift those that follow.
    await edit(running, `While page ${pages.length} is read`)
  } while (cursor !== '')
  expect(pages.map(({ length }) => length)).toEqual([4, 4, 1])
  const all = pages.flat()
  expect(
    all.filter(({ type }) => type === 'publishDocumentVersion').map(({ revisionId }) => revisionId),
  ).toEqual(published)
  expect(all.at(-1)).toMatchObject({ type: 'createLiveDocument' })
  const gone = await readHistory(running, 'events/documents/drafts.faq-one?nextCursor=gone')
  expect(JSON.parse(gone)).toEqual({ events: { 'drafts.faq-one': [] }, nextCursor: '' })
})
