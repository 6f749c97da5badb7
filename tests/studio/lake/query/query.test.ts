import { expect, test } from 'vitest'
import { startLake } from '../fixture.ts'

const TITLES = '*[_type == "faqGroup"] | order(title asc).title'

test('a client reads what is published unless it asks for more', async () => {
  const { client } = await startLake()
  expect(await client.fetch(TITLES)).toEqual(['Pricing', 'Security'])
  expect(await client.fetch(TITLES, {}, { perspective: 'drafts' })).toEqual([
    'Pricing',
    'Security and trust',
    'Unpublished',
  ])
  expect(await client.fetch(TITLES, {}, { perspective: 'raw' })).toEqual([
    'Pricing',
    'Security',
    'Security and trust',
    'Unpublished',
  ])
})

test('an older API version sees everything by default', async () => {
  const { clientWith } = await startLake()
  expect(await clientWith({ apiVersion: '2023-01-01' }).fetch('count(*[_type == "faqGroup"])')).toBe(4)
})

test('a draft in the drafts perspective has the published id and tells where it came from', async () => {
  const { client } = await startLake()
  const draft = await client.fetch('*[_id == "faq-two"][0]', {}, { perspective: 'drafts' })
  expect(draft).toMatchObject({ _id: 'faq-two', _originalId: 'drafts.faq-two', title: 'Security and trust' })
})

test('references are followed in the perspective of the query', async () => {
  const { client } = await startLake()
  const query = '*[_id == "home"][0].faq[]->title'
  expect(await client.fetch(query)).toEqual(['Security', 'Pricing'])
  expect(await client.fetch(query, {}, { perspective: 'drafts' })).toEqual(['Security and trust', 'Pricing'])
})

test('parameters of every type reach the query, by GET and by POST', async () => {
  const { client } = await startLake()
  const query = '*[_id in $ids && title match $word && $flag]._id'
  const params = { ids: ['faq-one', 'home'], word: 'Pric*', flag: true }
  expect(await client.fetch(query, params)).toEqual(['faq-one'])
  const long = { ...params, ids: [...params.ids, 'x'.repeat(12_000)] }
  expect(await client.fetch(query, long)).toEqual(['faq-one'])
})

test('documents come in the order of their ids, with all system fields and sorted keys', async () => {
  const { client } = await startLake()
  const documents = await client.fetch<Record<string, unknown>[]>('*[!(_type match "sanity.*")]')
  expect(documents.map(({ _id }) => _id)).toEqual(['faq-one', 'faq-two', 'home', 'logo'])
  expect(Object.keys(documents[0] ?? {})).toEqual([
    '_createdAt',
    '_id',
    '_rev',
    '_type',
    '_updatedAt',
    'items',
    'title',
  ])
})

test('a syntax error says what and where, as a client expects it', async () => {
  const { client } = await startLake()
  await expect(client.fetch('*[_type == ')).rejects.toMatchObject({
    statusCode: 400,
    details: { type: 'queryParseError', query: '*[_type == ', start: 10 },
  })
})

test('a parameter that is no JSON is named', async () => {
  const { url } = await startLake()
  const response = await fetch(`${url}/v2025-02-19/data/query/production?query=*&$id=home`)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: { type: 'invalidParameter', description: 'The value of $id is not JSON. Strings need quotes.' },
  })
})

test('an unknown perspective is refused', async () => {
  const { url } = await startLake()
  const response = await fetch(`${url}/v2025-02-19/data/query/production?query=*&perspective=tomorrow`)
  expect(response.status).toBe(400)
})

test('documents are had by id, and those that are absent are listed', async () => {
  const { client, url } = await startLake()
  expect(await client.getDocument('drafts.faq-two')).toMatchObject({ title: 'Security and trust' })
  expect(await client.getDocument('nowhere')).toBeUndefined()
  const response = await fetch(`${url}/v2025-02-19/data/doc/production/home,nowhere`)
  expect(await response.json()).toMatchObject({
    documents: [{ _id: 'home' }],
    omitted: [{ id: 'nowhere', reason: 'existence' }],
  })
})

test('a missing path is a 404 in the shape of an error', async () => {
  const { url } = await startLake()
  const response = await fetch(`${url}/v2025-02-19/data/query/staging?query=*`)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ statusCode: 404, error: { type: 'notFound' } })
})
