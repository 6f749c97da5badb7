import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DATA_FILES } from '../../../api/contract/data-files.ts'
import { withLocalLake } from '../../../studio/cli/local-lake.ts'
import { clientOf } from '../../support/lake.ts'
import { startLake, temporaryFolder } from '../lake/fixture.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** As late as two looks of the scheduler, which are a second apart. */
const TWO_LOOKS_MS = 2500

/** A webhook that nobody answers, so that what it is to be told stays. */
const webhook = (name: string) => ({ name, url: 'http://127.0.0.1:1/', secret: 'known to both' })

function inDatabase<Result>(dataDir: string, name: string, work: (database: DatabaseSync) => Result): Result {
  using database = new DatabaseSync(join(dataDir, name))
  return work(database)
}

const countOf = (dataDir: string, name: string, table: string): unknown =>
  inDatabase(dataDir, name, (database) => database.prepare(`select count(*) as n from ${table}`).get()?.['n'])

test('a command keeps all history that the server keeps', async () => {
  const { dataDir, client, stop } = await startLake({ retention: { days: 3650 } })
  for (const title of ['One', 'Two', 'Three']) await client.patch('home').set({ title }).commit()
  await stop()
  inDatabase(dataDir, DATA_FILES.content, (database) => {
    const old = new Date(Date.now() - 200 * DAY_MS).toISOString()
    const last = database.prepare('select max(seq) as seq from transactions').get()?.['seq'] ?? null
    database.prepare('update transactions set at = ? where seq < ?').run(old, last)
  })
  const before = countOf(dataDir, DATA_FILES.content, 'revisions')
  const title = await withLocalLake({ DATA_DIR: dataDir }, (url) =>
    clientOf(url).fetch('*[_id == "home"][0].title'),
  )
  expect(title).toBe('Three')
  expect(countOf(dataDir, DATA_FILES.content, 'revisions')).toBe(before)
})

test('a command leaves due releases and waiting calls to the server, and brings reviews up to date', async () => {
  const dataDir = temporaryFolder()
  const server = await startLake({
    dataDir,
    webhooks: [webhook('site')],
    commentWebhooks: [webhook('mention')],
  })
  await server.client.patch('home').set({ title: 'Told later' }).commit()
  const review = {
    _id: 'review.drafts.faq-two',
    _type: 'review',
    document: 'drafts.faq-two',
    documentType: 'faqGroup',
    status: 'ready',
    revision: (await server.client.getDocument('drafts.faq-two'))?._rev ?? '',
    requestedBy: (await server.client.users.getById('me')).id,
  }
  const comments = { dataset: 'production-comments' }
  await server.clientWith(comments).create(review)
  await server.client.action([
    { actionType: 'sanity.action.release.create', releaseId: 'soon', metadata: { title: 'Soon' } },
  ] as never)
  await server.client.create({ _id: 'versions.soon.home', _type: 'home', title: 'Soon' })
  const publishAt = new Date(Date.now() + 500).toISOString()
  await server.client.action({
    actionType: 'sanity.action.release.schedule',
    releaseId: 'soon',
    publishAt,
  } as never)
  await server.stop()
  const waiting = () =>
    [DATA_FILES.content, DATA_FILES.comments].map((name) => countOf(dataDir, name, 'notices'))
  const before = waiting()
  expect(before).not.toContain(0)

  await withLocalLake({ DATA_DIR: dataDir }, async (url) => {
    await pause(TWO_LOOKS_MS)
    const client = clientOf(url)
    expect(await client.getDocument('_.releases.soon')).toMatchObject({ state: 'scheduled' })
    expect(await client.getDocument('home')).toMatchObject({ title: 'Told later' })
    await client.patch('drafts.faq-two').set({ title: 'Edited' }).commit()
    const { _rev: revision } = (await client.getDocument('drafts.faq-two')) ?? {}
    expect(await clientOf(url, comments).getDocument(review._id)).toMatchObject({ revision })
  })
  expect(waiting()).toEqual(before)
})
