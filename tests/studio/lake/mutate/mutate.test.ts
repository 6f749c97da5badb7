import { expect, test } from 'vitest'
import { startLake, temporaryFolder } from '../fixture.ts'

test('a client creates, patches and deletes, and all of it is there after a restart', async () => {
  const dataDir = temporaryFolder()
  const first = await startLake({ dataDir })
  const created = await first.client.create({ _type: 'faqGroup', title: 'New' })
  expect(created).toMatchObject({
    _id: expect.any(String),
    _rev: expect.any(String),
    _createdAt: expect.any(String),
  })
  const patched = await first.client
    .patch('faq-one')
    .set({ title: 'Prices' })
    .setIfMissing({ note: 'n' })
    .insert('after', 'items[-1]', [{ _key: 'b', question: 'Discounts?' }])
    .set({ 'items[_key == "a"].question': 'What does it cost?' })
    .commit()
  await first.client.delete(created._id)
  await first.stop()

  const { client } = await startLake({ dataDir })
  expect(await client.getDocument(created._id)).toBeUndefined()
  expect(await client.getDocument('faq-one')).toEqual(patched)
  expect(patched).toMatchObject({
    title: 'Prices',
    note: 'n',
    items: [
      { _key: 'a', question: 'What does it cost?' },
      { _key: 'b', question: 'Discounts?' },
    ],
  })
})

test('a transaction is whole: one that fails leaves nothing behind', async () => {
  const { client } = await startLake()
  const attempt = client
    .transaction()
    .create({ _id: 'one', _type: 'faqGroup' })
    .patch('nowhere', (patch) => patch.set({ title: 'x' }))
    .commit()
  await expect(attempt).rejects.toMatchObject({
    statusCode: 409,
    details: {
      type: 'mutationError',
      items: [{ error: { type: 'documentNotFoundError', id: 'nowhere' }, index: 1 }],
    },
  })
  expect(await client.getDocument('one')).toBeUndefined()
})

test('all documents of a transaction carry its id as their revision and its time', async () => {
  const { client } = await startLake()
  const result = await client
    .transaction()
    .createOrReplace({ _id: 'a', _type: 'pillar' })
    .createIfNotExists({ _id: 'faq-one', _type: 'faqGroup' })
    .patch('a', (patch) => patch.inc({ rank: 1 }).setIfMissing({ rank: 0 }))
    .transactionId('chosen-by-client')
    .commit()
  expect(result).toMatchObject({
    transactionId: 'chosen-by-client',
    results: [
      { id: 'a', operation: 'create' },
      { id: 'faq-one', operation: 'none' },
      { id: 'a', operation: 'update' },
    ],
  })
  expect(await client.getDocument('a')).toMatchObject({ _rev: 'chosen-by-client' })
  expect((await client.getDocument('faq-one'))?._rev).not.toBe('chosen-by-client')
})

test('a transaction that is sent again after a lost answer is not done twice', async () => {
  const { client } = await startLake()
  const send = () =>
    client
      .transaction()
      .patch('faq-one', (patch) => patch.setIfMissing({ count: 0 }).inc({ count: 1 }))
      .transactionId('once')
      .commit()
  await send()
  expect(await send()).toMatchObject({ transactionId: 'once' })
  expect(await client.getDocument('faq-one')).toMatchObject({ count: 1 })
})

test('a patch of an outdated revision is a conflict', async () => {
  const { client } = await startLake()
  const before = await client.getDocument('faq-one')
  await client
    .patch('faq-one')
    .set({ title: 'Mine' })
    .ifRevisionId(before?._rev ?? '')
    .commit()
  const late = client
    .patch('faq-one')
    .set({ title: 'Yours' })
    .ifRevisionId(before?._rev ?? '')
    .commit()
  await expect(late).rejects.toMatchObject({
    statusCode: 409,
    details: { items: [{ error: { type: 'documentRevisionIDDoesNotMatchError' } }] },
  })
  expect(await client.getDocument('faq-one')).toMatchObject({ title: 'Mine' })
})

test('creating an existing document is a conflict', async () => {
  const { client } = await startLake()
  await expect(client.create({ _id: 'faq-one', _type: 'faqGroup' })).rejects.toMatchObject({
    statusCode: 409,
    details: { items: [{ error: { type: 'documentAlreadyExistsError', id: 'faq-one' } }] },
  })
})

test('a document that is referred to cannot be deleted, and a reference needs its target', async () => {
  const { client } = await startLake()
  await expect(client.delete('faq-one')).rejects.toMatchObject({
    statusCode: 409,
    details: { items: [{ error: { type: 'documentHasExistingReferencesError', referencingIDs: ['home'] } }] },
  })
  const dangling = { _id: 'x', _type: 'home', faq: [{ _key: 'k', _type: 'reference', _ref: 'nowhere' }] }
  await expect(client.create(dangling)).rejects.toMatchObject({
    details: { items: [{ error: { type: 'documentReferencesNonExistentDocumentError' } }] },
  })
  await client.create({ ...dangling, faq: [{ ...dangling.faq[0], _weak: true }] })
  await client
    .transaction()
    .patch('home', (patch) => patch.unset(['faq']))
    .delete('faq-one')
    .commit()
  expect(await client.getDocument('faq-one')).toBeUndefined()
})

test('mutations by query reach every document found', async () => {
  const { client } = await startLake()
  await client
    .patch({ query: '*[_type == $type]', params: { type: 'faqGroup' } })
    .set({ seen: true })
    .commit()
  expect(await client.fetch('count(*[_type == "faqGroup" && seen])', {}, { perspective: 'raw' })).toBe(4)
  await client.delete({ query: '*[_id in path("drafts.**")]' })
  expect(await client.fetch('count(*[_id in path("drafts.**")])', {}, { perspective: 'raw' })).toBe(0)
})

test('mutations by query take together no longer than a query may', async () => {
  const { client } = await startLake({ queryDeadlineMs: 100 })
  const query = '*[_id == "faq-one" && count(*[count(*[_id != ^._id && _id != ^.^._id]) > 0]) > 0]'
  const slow = Array.from({ length: 5_000 }, () => ({ delete: { query } }))
  await expect(client.mutate(slow)).rejects.toMatchObject({ statusCode: 504 })
  expect(await client.getDocument('faq-one')).toBeDefined()
})

test('mutations by query are not of millions of documents', async () => {
  const { client } = await startLake()
  const ids = Array.from({ length: 100_001 }, () => 'nowhere')
  const wide = Array.from({ length: 5 }, () => ({ delete: { query: '$ids', params: { ids } } }))
  await expect(client.mutate(wide)).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('they are more than 500000'),
  })
})

test('a dry run answers as if, and changes nothing', async () => {
  const { client } = await startLake()
  const result = await client.create({ _id: 'dry', _type: 'pillar' }, { dryRun: true })
  expect(result).toMatchObject({ _id: 'dry' })
  expect(await client.getDocument('dry')).toBeUndefined()
})

test.each([
  [{}, '`mutations` is not an array'],
  [{ mutations: [{ upsert: {} }] }, 'mutation 0 is none of create'],
  [{ mutations: [{ create: { title: 'x' } }] }, 'mutation 0 has no _type'],
  [{ mutations: [{ patch: { set: {} } }] }, 'mutation 0 has no document id'],
  [{ mutations: [{ create: { _id: 'a b', _type: 'x' } }] }, 'mutation 0 has no document id of letters'],
  [{ mutations: [{ patch: { id: 'home', set: { _type: 'x' } } }] }, '"_type" cannot be changed'],
])('a mutation that cannot be read is named: %j', async (body, words) => {
  const { url } = await startLake()
  const response = await fetch(`${url}/v1/data/mutate/production`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { description: expect.stringContaining(words) } })
})

test('objects in arrays get keys where a client asks for them, and only where they have none', async () => {
  const { client } = await startLake()
  const keyed = { autoGenerateArrayKeys: true }
  const rows = [{ n: 1, cells: [{ n: 2 }] }, { _key: 'own', n: 3 }, 'text', 4]
  const withKeys = [
    { _key: expect.stringMatching(/^[\da-f]{12}$/u), n: 1, cells: [{ _key: expect.any(String), n: 2 }] },
    { _key: 'own', n: 3 },
    'text',
    4,
  ]
  const made = (_id: string) => ({ _id, _type: 'pillar', deep: { rows } })
  for (const created of [
    await client.create(made('create'), keyed),
    await client.createIfNotExists(made('createIfNotExists'), keyed),
    await client.createOrReplace(made('createOrReplace'), keyed),
  ]) {
    expect(created).toMatchObject({ deep: { rows: withKeys } })
    expect(created['deep']).not.toHaveProperty('_key')
  }
  const patched = await client
    .patch('create')
    .set({ 'deep.set': rows })
    .setIfMissing({ missing: { rows } })
    .insert('after', 'deep.rows[-1]', [{ n: 5, cells: [{ n: 6 }] }])
    .commit(keyed)
  expect(patched).toMatchObject({
    deep: {
      rows: [...withKeys, { _key: expect.any(String), n: 5, cells: [{ _key: expect.any(String), n: 6 }] }],
      set: withKeys,
    },
    missing: { rows: withKeys },
  })
  const keys = JSON.stringify(patched).match(/"_key":"[\da-f]{12}"/gu)
  expect(new Set(keys).size).toBe(8)
  const plain = await client.create({ _id: 'plain', _type: 'pillar', rows })
  expect(plain['rows']).toEqual(rows)
})

test('what is nested too deep is refused with or without keys', async () => {
  const { url } = await startLake()
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  for (const keys of ['false', 'true']) {
    const response = await fetch(`${url}/v1/data/mutate/production?autoGenerateArrayKeys=${keys}`, {
      method: 'POST',
      body: `{"mutations":[{"create":{"_id":"deep","_type":"pillar","deep":${deep}}}]}`,
    })
    expect(response.status).toBe(400)
  }
})

test('a request beyond the limit is refused', async () => {
  const { client, url } = await startLake()
  const huge = client.create({ _id: 'huge', _type: 'pillar', text: 'x'.repeat(17 * 1024 * 1024) })
  await expect(huge).rejects.toMatchObject({ statusCode: 413 })
  expect((await fetch(`${url}/v1/data/doc/production/huge`)).status).toBe(200)
  expect(await client.getDocument('huge')).toBeUndefined()
})
