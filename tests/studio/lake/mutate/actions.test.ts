import { expect, test } from 'vitest'
import { SEED, startLake, writeSeed } from '../fixture.ts'

test('the first edit of a published document makes its draft; publishing puts it in place', async () => {
  const { client } = await startLake()
  const ids = { draftId: 'drafts.faq-one', publishedId: 'faq-one' }
  await client.action({
    actionType: 'sanity.action.document.edit',
    ...ids,
    patch: { set: { title: 'Prices' } },
  })
  expect(await client.getDocument('faq-one')).toMatchObject({ title: 'Pricing' })
  expect(await client.getDocument('drafts.faq-one')).toMatchObject({
    title: 'Prices',
    items: [{ _key: 'a' }],
  })

  const before = await client.getDocument('faq-one')
  const { transactionId } = await client.action({ actionType: 'sanity.action.document.publish', ...ids })
  expect(await client.getDocument('drafts.faq-one')).toBeUndefined()
  expect(await client.getDocument('faq-one')).toMatchObject({
    title: 'Prices',
    _rev: transactionId,
    _createdAt: before?._createdAt,
  })
})

test('publishing over a revision that is no more is a conflict', async () => {
  const { client } = await startLake()
  const publish = client.action({
    actionType: 'sanity.action.document.publish',
    draftId: 'drafts.faq-two',
    publishedId: 'faq-two',
    ifPublishedRevisionId: 'an-older-one',
  })
  await expect(publish).rejects.toMatchObject({ statusCode: 409 })
  expect(await client.getDocument('faq-two')).toMatchObject({ title: 'Security' })
})

test('a weak reference becomes strong when it is published, if it was to', async () => {
  const { client } = await startLake()
  await client.create({
    _id: 'drafts.step',
    _type: 'step',
    kept: {
      _type: 'reference',
      _ref: 'home',
      _weak: true,
      _strengthenOnPublish: { type: 'home', weak: true },
    },
    made: { _type: 'reference', _ref: 'home', _weak: true, _strengthenOnPublish: { type: 'home' } },
  })
  await client.action({
    actionType: 'sanity.action.document.publish',
    draftId: 'drafts.step',
    publishedId: 'step',
  })
  const step = await client.getDocument('step')
  expect(step?.['kept']).toEqual({ _type: 'reference', _ref: 'home', _weak: true })
  expect(step?.['made']).toEqual({ _type: 'reference', _ref: 'home' })
})

test('create, discard, unpublish and delete do what they say', async () => {
  const { client } = await startLake()
  await client.action({
    actionType: 'sanity.action.document.create',
    publishedId: 'fresh',
    attributes: { _id: 'drafts.fresh', _type: 'pillar' },
    ifExists: 'fail',
  })
  expect(await client.getDocument('drafts.fresh')).toMatchObject({ _type: 'pillar' })
  await client.action({ actionType: 'sanity.action.document.version.discard', versionId: 'drafts.fresh' })
  expect(await client.getDocument('drafts.fresh')).toBeUndefined()

  await client.action({
    actionType: 'sanity.action.document.unpublish',
    draftId: 'drafts.logo',
    publishedId: 'logo',
  })
  expect(await client.getDocument('logo')).toBeUndefined()
  expect(await client.getDocument('drafts.logo')).toMatchObject({ name: 'Logo' })

  await client.action({
    actionType: 'sanity.action.document.delete',
    publishedId: 'logo',
    includeDrafts: ['drafts.logo'],
  })
  expect(await client.getDocument('drafts.logo')).toBeUndefined()
})

test('a draft that differs is not written over when its document is unpublished', async () => {
  const { client } = await startLake()
  await client.create({ _id: 'drafts.logo', _type: 'integration', name: 'Another logo' })
  await client.action({
    actionType: 'sanity.action.document.unpublish',
    draftId: 'drafts.logo',
    publishedId: 'logo',
  })
  expect(await client.getDocument('logo')).toBeUndefined()
  expect(await client.getDocument('drafts.logo')).toMatchObject({ name: 'Another logo' })
})

test('deleting leaves no draft behind unasked, and nothing that is referred to', async () => {
  const { client } = await startLake()
  const actionType = 'sanity.action.document.delete' as const
  await client.create({ _id: 'drafts.logo', _type: 'integration', name: 'Another logo' })
  await expect(client.action({ actionType, publishedId: 'logo', includeDrafts: [] })).rejects.toMatchObject({
    statusCode: 409,
    message: expect.stringContaining('"logo" has a draft, which the action does not include'),
  })
  expect(await client.getDocuments(['logo', 'drafts.logo'])).not.toContain(null)
  await expect(
    client.action({ actionType, publishedId: 'faq-one', includeDrafts: [] }),
  ).rejects.toMatchObject({
    statusCode: 409,
    details: { items: [{ error: { type: 'documentHasExistingReferencesError' } }] },
  })
})

test('an existing document stays as it is where clients ask to ignore it', async () => {
  const { client } = await startLake()
  await client.action({
    actionType: 'sanity.action.document.create',
    publishedId: 'faq-two',
    attributes: { _id: 'drafts.faq-two', _type: 'faqGroup', title: 'Another' },
    ifExists: 'ignore',
  })
  expect(await client.getDocument('drafts.faq-two')).toMatchObject({ title: 'Security and trust' })
})

test.each([
  { actionType: 'sanity.action.document.version.discard', versionId: 'drafts.faq-two' },
  { actionType: 'sanity.action.document.delete', publishedId: 'logo', includeDrafts: [] },
])('history is never taken away with a document: $actionType', async (action) => {
  const { client } = await startLake()
  await expect(client.action({ ...action, purge: true } as never)).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining(`send "${action.actionType}" without \`purge\``),
  })
  expect(await client.getDocuments(['drafts.faq-two', 'logo'])).not.toContain(null)
})

test('an unknown action is refused by name', async () => {
  const { url } = await startLake()
  const response = await fetch(`${url}/v2025-02-19/data/actions/production`, {
    method: 'POST',
    body: JSON.stringify({
      actions: [{ actionType: 'sanity.action.document.variant.create', variantId: 'v' }],
    }),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: { description: expect.stringContaining('sanity.action.document.variant.create') },
  })
})

const ODD = 'sun\n\ndata: ☀'

test.each([
  ['create', { draftId: `drafts.${ODD}`, attributes: { _id: `drafts.${ODD}`, _type: 'pillar' } }],
  ['create', { publishedId: 'x'.repeat(129), attributes: { _type: 'pillar' } }],
  ['replaceDraft', { draftId: `drafts.${ODD}`, attributes: { _type: 'pillar' } }],
])('%s makes no document under an id that is none', async (name, fields) => {
  const { client, url } = await startLake()
  const count = await client.fetch('count(*)', {}, { perspective: 'raw' })
  const response = await fetch(`${url}/v2025-02-19/data/actions/production`, {
    method: 'POST',
    body: JSON.stringify({
      actions: [{ actionType: `sanity.action.document.${name}`, publishedId: ODD, ...fields }],
    }),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: { description: expect.stringContaining('is no document id: it has letters, digits, dots') },
  })
  expect(await client.fetch('count(*)', {}, { perspective: 'raw' })).toBe(count)
})

test('a draft of the longest id is edited and published, and what has an odd id is deleted', async () => {
  const longest = 'x'.repeat(128)
  const seedDir = writeSeed([...SEED, { ...SEED[0], _id: ODD }])
  const { client } = await startLake({ seedDir })
  await client.create({ _id: longest, _type: 'pillar' })
  const ids = { draftId: `drafts.${longest}`, publishedId: longest }
  await client.action({
    actionType: 'sanity.action.document.edit',
    ...ids,
    patch: { set: { title: 'Long' } },
  })
  await client.action({ actionType: 'sanity.action.document.publish', ...ids })
  expect(await client.getDocument(longest)).toMatchObject({ title: 'Long' })
  await client.action({ actionType: 'sanity.action.document.delete', publishedId: ODD, includeDrafts: [] })
  expect(await client.fetch('*[_id == $id]', { id: ODD })).toEqual([])
})

test.each([
  ['edit', { draftId: 'drafts.faq-two', publishedId: 'home', patch: { set: { title: 'x' } } }],
  ['publish', { draftId: 'drafts.faq-two', publishedId: 'home' }],
  ['unpublish', { draftId: 'drafts.faq-two', publishedId: 'home' }],
  ['unpublish', { draftId: `drafts.${ODD}`, publishedId: 'home' }],
])('%s takes no draft of another document', async (name, fields) => {
  const { url, client } = await startLake()
  const before = await client.getDocument('home')
  const response = await fetch(`${url}/v2025-02-19/data/actions/production`, {
    method: 'POST',
    body: JSON.stringify({ actions: [{ actionType: `sanity.action.document.${name}`, ...fields }] }),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: { description: expect.stringContaining('is no draft or version of "home"') },
  })
  expect(await client.getDocument('home')).toEqual(before)
})
