import { expect, test } from 'vitest'
import { ADA, BEA, CAY, lakeOfPeople } from '../people-fixture.ts'

const COMMENTS = 'production-comments'
const DRAFT = 'drafts.faq-two'
const ID = `review.${DRAFT}`

type Lake = Awaited<ReturnType<typeof lakeOfPeople>>
type Somebody = typeof ADA | typeof BEA | typeof CAY

const edit = ({ mutate }: Lake, title: string, user: Somebody = ADA, id = DRAFT) =>
  mutate(user, [{ patch: { id, set: { title } } }])

const publish = ({ act }: Lake, user: Somebody = ADA) =>
  act(user, [{ actionType: 'sanity.action.document.publish', draftId: DRAFT, publishedId: 'faq-two' }])

async function revisionOf({ read }: Lake, id = DRAFT): Promise<string> {
  const [document] = await read(`*[_id == "${id}"]`)
  return String(document?.['_rev'])
}

async function request(lake: Lake, user: Somebody = ADA, document = DRAFT) {
  const revision = await revisionOf(lake, document)
  const review = { _type: 'review', document, documentType: 'faqGroup', status: 'ready', revision }
  return lake.mutate(
    user,
    [{ createOrReplace: { ...review, _id: `review.${document}`, requestedBy: user.id } }],
    COMMENTS,
  )
}

async function approve(lake: Lake, user: Somebody = BEA, document = DRAFT) {
  const set = { status: 'approved', approvedBy: user.id, revision: await revisionOf(lake, document) }
  return lake.mutate(user, [{ patch: { id: `review.${document}`, set } }], COMMENTS)
}

async function reviewed(lake: Lake): Promise<unknown[]> {
  return await lake.read('*[_type == "review"]{status, approvedBy}', COMMENTS)
}

test('a draft is asked about, approved by somebody else, and asked about again once it is edited', async () => {
  const lake = await lakeOfPeople()
  await edit(lake, 'By Ada')
  expect(await request(lake)).toMatchObject({ status: 200 })
  expect(await approve(lake)).toMatchObject({ status: 200 })
  expect(await reviewed(lake)).toEqual([{ status: 'approved', approvedBy: BEA.id }])
  await edit(lake, 'By Ada, again')
  expect(await reviewed(lake)).toEqual([{ status: 'ready', approvedBy: null }])
})

test.each([
  ['published', (lake: Lake) => publish(lake)],
  ['discarded', ({ mutate }: Lake) => mutate(ADA, [{ delete: { id: DRAFT } }])],
])('a review ends with its draft: %s', async (_, end) => {
  const lake = await lakeOfPeople()
  await request(lake)
  expect(await end(lake)).toMatchObject({ status: 200 })
  expect(await reviewed(lake)).toEqual([])
})

test('nobody approves what they asked for or wrote, but administrators do', async () => {
  const lake = await lakeOfPeople()
  await edit(lake, 'By Bea', BEA)
  await edit(lake, 'By Ada')
  await request(lake)
  for (const user of [ADA, BEA]) expect(await approve(lake, user)).toMatchObject({ status: 403 })
  expect(await approve(lake, CAY)).toMatchObject({ status: 200 })
})

test('whose draft was added to a release does not approve it there', async () => {
  const lake = await lakeOfPeople()
  const version = 'versions.spring.faq-two'
  await edit(lake, 'By Bea', BEA)
  const metadata = { title: 'Spring', releaseType: 'asap' }
  const ids = { publishedId: 'faq-two', baseId: DRAFT, versionId: version }
  for (const action of [
    { actionType: 'sanity.action.release.create', releaseId: 'spring', metadata },
    { actionType: 'sanity.action.document.version.create', ...ids },
    { actionType: 'sanity.action.document.discard', draftId: DRAFT },
  ])
    expect(await lake.act(ADA, [action])).toMatchObject({ status: 200 })
  expect(await request(lake, ADA, version)).toMatchObject({ status: 200 })
  expect(await approve(lake, BEA, version)).toMatchObject({ status: 403 })
  await edit(lake, 'By Ada', ADA, version)
  expect(await approve(lake, BEA, version)).toMatchObject({ status: 403 })
  expect(await approve(lake, CAY, version)).toMatchObject({ status: 200 })
})

test('who wrote a draft is known for as long as it lives, however often others changed it', async () => {
  const retention = { days: 90, revisionsPerDocument: 2 }
  const first = await lakeOfPeople({ retention })
  await edit(first, 'By Bea', BEA)
  for (const title of ['One', 'Two', 'Three', 'Four']) await edit(first, title)
  await first.close()

  const second = await lakeOfPeople({ retention, dataDir: first.dataDir })
  await request(second)
  expect(await approve(second, BEA)).toMatchObject({ status: 403 })
  await publish(second)
  await second.close()

  const third = await lakeOfPeople({ retention, dataDir: first.dataDir })
  expect(await third.mutate(ADA, [{ create: { _id: DRAFT, _type: 'faqGroup' } }])).toMatchObject({
    status: 200,
  })
  await request(third)
  expect(await approve(third, BEA)).toMatchObject({ status: 200 })
})

test.each([
  ['in another’s name', { approvedBy: CAY.id }, 403],
  ['of a revision that was edited since', { revision: 'older' }, 409],
  ['of another type', { documentType: 'settings' }, 409],
  ['in the name of another who asked', { requestedBy: CAY.id }, 400],
  ['for another document', { document: 'drafts.faq-new' }, 400],
  ['with more in it', { note: 'x' }, 400],
])('an approval %s is refused', async (_, fault, status) => {
  const lake = await lakeOfPeople()
  await edit(lake, 'By Ada')
  await request(lake)
  const set = { status: 'approved', approvedBy: BEA.id, revision: await revisionOf(lake), ...fault }
  expect(await lake.mutate(BEA, [{ patch: { id: ID, set } }], COMMENTS)).toMatchObject({ status })
  expect(await reviewed(lake)).toEqual([{ status: 'ready', approvedBy: null }])
})

test('only a draft that somebody asked about can be approved, and nobody else takes the question back', async () => {
  const lake = await lakeOfPeople()
  const revision = await revisionOf(lake)
  const review = { _id: ID, _type: 'review', document: DRAFT, documentType: 'faqGroup', revision }
  const forged = { ...review, status: 'approved', requestedBy: ADA.id, approvedBy: BEA.id }
  expect(await lake.mutate(BEA, [{ create: forged }], COMMENTS)).toMatchObject({ status: 400 })

  await request(lake)
  expect(await lake.mutate(BEA, [{ delete: { id: ID } }], COMMENTS)).toMatchObject({ status: 403 })
  expect(await lake.mutate(ADA, [{ delete: { id: ID } }], COMMENTS)).toMatchObject({ status: 200 })
})

test('where approval is required, people publish what was approved as it stands', async () => {
  const lake = await lakeOfPeople({ requireApproval: { except: ['redirects'] } })
  await edit(lake, 'By Ada')
  for (const user of [ADA, CAY]) {
    const { status, body } = await publish(lake, user)
    expect(status).toBe(403)
    expect(body.error?.description).toContain('not approved as it stands now (faq-two)')
  }
  await request(lake)
  await approve(lake)
  await edit(lake, 'Slipped in')
  expect(await publish(lake)).toMatchObject({ status: 403 })
  await approve(lake)
  expect(await publish(lake)).toMatchObject({ status: 200 })
  expect(await lake.read('*[_id == "faq-two"].title')).toEqual(['Slipped in'])
})

test.each([
  ['written over', { createOrReplace: { _id: 'faq-two', _type: 'faqGroup', title: 'Forged' } }],
  ['made an upload', { createOrReplace: { _id: 'faq-two', _type: 'sanity.fileAsset', title: 'Forged' } }],
  ['made what is excepted', { createOrReplace: { _id: 'faq-two', _type: 'redirects', title: 'Forged' } }],
  ['patched', { patch: { id: 'faq-two', set: { title: 'Forged' } } }],
  ['made', { create: { _id: 'faq-three', _type: 'faqGroup', title: 'Forged' } }],
])('an approval of something else does not let a page be %s', async (_, mutation) => {
  const lake = await lakeOfPeople({ requireApproval: { except: ['redirects'] } })
  await edit(lake, 'By Ada')
  await request(lake)
  await approve(lake)
  expect(await lake.mutate(ADA, [mutation])).toMatchObject({ status: 403 })
  expect(await lake.read('*[title == "Forged"]')).toEqual([])
})

test('an id that begins as a release’s does not let a page go live unapproved, and a release needs no approval', async () => {
  const lake = await lakeOfPeople({ requireApproval: { except: ['redirects'] } })
  const promo = { _id: '_.promo', _type: 'landingPage', title: 'Promo' }
  expect(await lake.mutate(ADA, [{ create: promo }])).toMatchObject({ status: 403 })
  await lake.mutate(ADA, [{ create: { ...promo, _id: 'drafts._.promo' } }])
  const action = {
    actionType: 'sanity.action.document.publish',
    draftId: 'drafts._.promo',
    publishedId: '_.promo',
  }
  expect(await lake.act(ADA, [action])).toMatchObject({ status: 403 })
  expect(await lake.read('*[_id == "_.promo"]')).toEqual([])
  const create = { actionType: 'sanity.action.release.create', releaseId: 'spring' }
  expect(await lake.act(ADA, [create])).toMatchObject({ status: 200 })
})

test('uploads, drafts, deletions and exempt types need no approval', async () => {
  const lake = await lakeOfPeople({ requireApproval: { except: ['redirects'] } })
  const asset = { _id: 'file-a-txt', _type: 'sanity.fileAsset', originalFilename: 'a.txt' }
  expect(await lake.mutate(ADA, [{ create: asset }])).toMatchObject({ status: 200 })
  expect(await edit(lake, 'By Ada')).toMatchObject({ status: 200 })
  const redirects = { _id: 'redirects', _type: 'redirects', rules: [] }
  expect(await lake.mutate(ADA, [{ create: redirects }])).toMatchObject({ status: 200 })
  expect(await lake.mutate(ADA, [{ delete: { id: 'logo' } }])).toMatchObject({ status: 200 })
})

test('a release is scheduled once each of its documents is approved, and goes live at its time', async () => {
  const lake = await lakeOfPeople({ requireApproval: { except: ['redirects'] } })
  const release = (action: string, fields = {}) =>
    lake.act(ADA, [{ actionType: `sanity.action.release.${action}`, releaseId: 'spring', ...fields }])
  const version = 'versions.spring.faq-two'
  await release('create', { metadata: { title: 'Spring', releaseType: 'scheduled' } })
  const document = { _id: version, _type: 'faqGroup', title: 'Spring' }
  expect(await lake.mutate(ADA, [{ create: document }])).toMatchObject({ status: 200 })
  const publishAt = new Date(Date.now() + 1_500).toISOString()
  expect(await release('schedule', { publishAt })).toMatchObject({ status: 403 })
  expect(await release('publish')).toMatchObject({ status: 403 })

  await request(lake, ADA, version)
  await approve(lake, BEA, version)
  expect(await release('schedule', { publishAt })).toMatchObject({ status: 200 })
  await expect.poll(() => lake.read('*[_id == "faq-two"].title'), { timeout: 10_000 }).toEqual(['Spring'])
  expect(await reviewed(lake)).toEqual([])
})

test('a draft that was approved may be scheduled as it is: its version says the same', async () => {
  const lake = await lakeOfPeople({ requireApproval: { except: ['redirects'] } })
  await edit(lake, 'By Ada')
  await request(lake)
  await approve(lake)
  const [draft] = await lake.read(`*[_id == "${DRAFT}"]`)
  const release = { actionType: 'sanity.action.release.create', releaseId: 'one' }
  await lake.act(ADA, [{ ...release, metadata: { title: 'One', releaseType: 'scheduled' } }])
  await lake.mutate(ADA, [{ create: { ...draft, _id: 'versions.one.faq-two' } }])
  const schedule = { actionType: 'sanity.action.release.schedule', releaseId: 'one' }
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  expect(await lake.act(ADA, [{ ...schedule, publishAt }])).toMatchObject({ status: 200 })
})
