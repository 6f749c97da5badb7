import { createServer } from 'node:http'
import { expect, test, vi } from 'vitest'
import { listenHere } from '../../../support/listen.ts'
import { startLake } from '../fixture.ts'
import { fill } from './release-fixture.ts'

interface Answer {
  status: number
  faults?: unknown[]
}

/** Answers as the site does that is asked what a release would break; counts how often it was. */
async function startChecker(answer: (body: string) => Answer | Promise<Answer>) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat(await request.toArray()).toString()
      asked.push(body)
      const { status, faults } = await answer(body)
      response.writeHead(status).end(JSON.stringify({ faults }))
    })()
  })
  return { asked, checker: { name: 'check', url: await listenHere(server), secret: 'a secret' } }
}

const TITLELESS = {
  documentId: 'home',
  type: 'page',
  title: 'Home',
  path: 'title',
  message: '“Title” is missing.',
}

test('documents the site would hold back are refused with the reason, also before scheduling', async () => {
  let faults: unknown[] = [TITLELESS]
  let status = 200
  const { asked, checker } = await startChecker(() => ({ status, faults }))
  const { client } = await startLake({ releaseChecker: checker })
  await fill(client)
  const publishAt = '2099-05-01T09:00:00.000Z'
  const acts = [
    () => client.releases.publish({ releaseId: 'spring' }),
    () => client.releases.schedule({ releaseId: 'spring', publishAt }),
  ]
  for (const act of acts)
    await expect(act()).rejects.toMatchObject({
      statusCode: 409,
      message: expect.stringContaining('Home: “Title” is missing.'),
    })
  expect(asked).toEqual(['{"release":"spring"}', '{"release":"spring"}'])
  // Where it can't be known, nothing goes live either.
  const unknown = [
    { status: 500, faults: [] },
    { status: 200, faults: ['Home'] },
    { status: 200, faults: [{ ...TITLELESS, path: 1 }] },
  ]
  for (const answer of unknown) {
    ;({ status, faults } = answer)
    for (const act of acts) await expect(act()).rejects.toMatchObject({ statusCode: 503 })
  }
  expect(await client.releases.get({ releaseId: 'spring' })).toMatchObject({ state: 'active' })
  expect(await client.getDocument('faq-one')).toMatchObject({ title: 'Pricing' })
  status = 200
  faults = []
  for (const act of acts.toReversed()) {
    await act()
    const { state } = (await client.releases.get({ releaseId: 'spring' })) ?? {}
    if (state === 'scheduled') await client.releases.unschedule({ releaseId: 'spring' })
  }
  expect(await client.getDocument('faq-one')).toMatchObject({ title: 'Spring prices' })
})

test('a release that came due while nobody looked is live soon after the start, or held with a sentence', async () => {
  const { client, dataDir, stop } = await startLake()
  await fill(client)
  await client.releases.create({ releaseId: 'broken' })
  await client.unpublishVersion({ releaseId: 'broken', publishedId: 'faq-two' })
  const soon = new Date(Date.now() + 1_500).toISOString()
  await client.releases.schedule({ releaseId: 'spring', publishAt: soon })
  await client.releases.schedule({ releaseId: 'broken', publishAt: soon })
  await stop()
  await expect.poll(() => Date.now() > Date.parse(soon), { timeout: 10_000 }).toBe(true)
  const again = await startLake({ dataDir })
  const stateOf = async (releaseId: string) => (await again.client.releases.get({ releaseId }))?.state
  await expect.poll(() => stateOf('spring'), { timeout: 20_000 }).toBe('published')
  expect(await again.client.getDocument('faq-one')).toMatchObject({ title: 'Spring prices' })
  await expect
    .poll(() => again.client.releases.get({ releaseId: 'broken' }), { timeout: 20_000 })
    .toMatchObject({
      state: 'active',
      error: { message: expect.stringContaining('cannot be deleted as there are references to it') },
    })
  expect(await again.client.getDocument('faq-two')).toMatchObject({ title: 'Security' })
})

const publishSpring = { actionType: 'sanity.action.release.publish', releaseId: 'spring' } as const
const scheduling = (releaseId: string) =>
  ({
    actionType: 'sanity.action.release.schedule',
    releaseId,
    publishAt: '2099-05-01T09:00:00.000Z',
  }) as const

test.each([
  [
    'a version that is replaced first',
    (version: object) => [
      { actionType: 'sanity.action.document.version.replace', document: version },
      publishSpring,
    ],
  ],
  [
    'a document that is edited after',
    () => [
      scheduling('spring'),
      {
        actionType: 'sanity.action.document.edit',
        draftId: 'drafts.faq-one',
        publishedId: 'faq-one',
        patch: { unset: ['title'] },
      },
    ],
  ],
  ['another release that is published', () => [publishSpring, { ...publishSpring, releaseId: 'autumn' }]],
  ['one that waits', () => [publishSpring, scheduling('autumn')]],
])('a release goes live as it was checked, not with %s', async (_, actionsOf) => {
  const { asked, checker } = await startChecker(() => ({ status: 200, faults: [] }))
  const { client } = await startLake({ releaseChecker: checker })
  await fill(client)
  await client.releases.create({ releaseId: 'autumn' })
  const version = (await client.getDocument('versions.spring.faq-one')) ?? {}
  const actions = actionsOf({ ...version, title: undefined })
  for (const dryRun of [true, false])
    await expect(client.action(actions as never, { dryRun })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('in a request of its own'),
    })
  expect(asked).toEqual([])
  expect(await client.getDocument('versions.spring.faq-one')).toEqual(version)
})

test('releases that are scheduled together are checked each, and anew where one changed meanwhile', async () => {
  const meanwhile = vi.fn<() => Promise<unknown>>()
  const { asked, checker } = await startChecker(async (body) => {
    if (body.includes('autumn')) await meanwhile()
    return { status: 200, faults: [] }
  })
  const { client } = await startLake({ releaseChecker: checker })
  await fill(client)
  await client.releases.create({ releaseId: 'autumn' })
  meanwhile.mockImplementation(() =>
    client.patch('versions.spring.faq-one').set({ title: 'Slipped in' }).commit(),
  )
  await client.action([scheduling('spring'), scheduling('autumn')])
  expect(asked.map((body) => JSON.parse(body).release)).toEqual(['spring', 'autumn', 'spring'])
  for (const releaseId of ['spring', 'autumn'])
    expect(await client.releases.get({ releaseId })).toMatchObject({ state: 'scheduled' })
})

test('where nobody checks releases, one is filled and published at once', async () => {
  const { client } = await startLake()
  await client.action([
    { actionType: 'sanity.action.release.create', releaseId: 'spring', metadata: {} },
    {
      actionType: 'sanity.action.document.version.create',
      publishedId: 'faq-one',
      document: { _id: 'versions.spring.faq-one', _type: 'faqGroup', title: 'Spring prices' },
    },
    publishSpring,
  ] as never)
  expect(await client.getDocument('faq-one')).toMatchObject({ title: 'Spring prices' })
})
