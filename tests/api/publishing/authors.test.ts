import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { parseEnv } from '../../../api/env.ts'
import { createLog } from '../../../api/log.ts'
import { createMetrics } from '../../../api/metrics.ts'
import { createAuthors } from '../../../api/publishing/authors.ts'
import { openPublishing } from '../../../api/publishing/open-publishing.ts'
import { startLake } from '../../studio/lake/fixture.ts'
import { listenHere } from '../../support/listen.ts'
import { openContentDoor } from '../support/content-door.ts'
import { newFolder } from '../support/publishing.ts'
import { newPublishDatabase } from '../support/stores.ts'

const TOKEN = 'a-token-for-the-editors'

/** Answers as Sanity's history does, while it is there, and keeps who asked with which token. */
async function standIn() {
  const asked: (string | undefined)[] = []
  let status = 200
  const server = createServer((request, response) => {
    asked.push(request.headers.authorization)
    response.writeHead(status, { 'content-type': 'application/json' })
    const isUser = request.url?.includes('/users/')
    response.end(JSON.stringify(isUser ? { displayName: 'Ada' } : { id: 'r1', author: 'user-1' }))
  })
  return { asked, url: await listenHere(server), answer: (next: number) => (status = next) }
}

function hostedAt(url: string): Record<string, string> {
  return {
    SANITY_PROJECT_ID: 'abc',
    SANITY_DATASET: 'production',
    SANITY_API_TOKEN: 'of-the-hosted-dataset',
    LAKE_TOKEN: TOKEN,
    STAND_IN: url,
  }
}

test('hosted content is asked with its own token, never with the secret of the editors', async () => {
  const hosted = await standIn()
  const settings = hostedAt(hosted.url)
  const [dataDir, dist] = [newFolder(), newFolder()]
  const database = newPublishDatabase(dataDir)
  onTestFinished(() => database.close())
  const { authorsOf } = openPublishing({
    env: parseEnv(settings).env,
    database,
    shared: undefined,
    dataDir,
    dist,
    url: 'http://127.0.0.1:3000',
    origin: 'http://127.0.0.1:3000',
    renderers: openContentDoor(settings),
    lake: undefined,
    checkEditor: () => Promise.reject(new Error('Nobody edits.')),
    webhook: undefined,
    log: createLog('silent'),
    metrics: createMetrics(),
    build: () => Promise.resolve(),
  })
  expect(await authorsOf('settings', 'r1')).toEqual(['Ada'])
  expect(new Set(hosted.asked)).toEqual(new Set(['Bearer of-the-hosted-dataset']))
})

test('the local lake is asked with the token of the editors, and names who published', async () => {
  const { url, clientWith } = await startLake({ token: TOKEN })
  const { _rev: revision } = await clientWith({ token: TOKEN }).patch('home').set({ title: 'New' }).commit()
  const site = openContentDoor({ LAKE_URL: url, LAKE_TOKEN: TOKEN })
  const authors = createAuthors(site.current, 'production')
  const names = await authors.ofRevision('home', revision)
  expect(names).toEqual([expect.stringMatching(/\w/u)])
  expect(await authors.ofRelease(['home'], { documents: { home: revision } })).toEqual(names)
  expect(await authors.ofRevision('home', 'no-such-revision')).toEqual([])
  await clientWith({ token: TOKEN }).create({ _id: 'offer', _type: 'landingPage' })
  await clientWith({ token: TOKEN }).delete('offer')
  expect(await authors.ofRelease(['offer'], { documents: {} })).toEqual(names)
})

test('an unreachable lake is not mistaken for one that names no author', async () => {
  const hosted = await standIn()
  const authors = createAuthors(openContentDoor(hostedAt(hosted.url)).current, 'production')
  for (const status of [500, 429]) {
    hosted.answer(status)
    await expect(authors.ofRevision('settings', 'r1')).rejects.toThrow(
      /^The content can't be asked who published settings \(.*\): it is asked again\.$/u,
    )
  }
  // The list of site versions goes without: nobody waits for it.
  expect(await authors.ofRelease(['settings'], { documents: { settings: 'r1' } })).toEqual([])
  // As a dataset does whose token may not read its history, however often it is asked.
  hosted.answer(403)
  expect(await authors.ofRevision('settings', 'r1')).toEqual([])
  hosted.answer(200)
  expect(await authors.ofRevision('settings', 'r1')).toEqual(['Ada'])
})
