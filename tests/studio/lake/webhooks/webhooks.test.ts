import { isValidSignature } from '@sanity/webhook'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { expect, test, vi } from 'vitest'
import { openLake } from '../../../../studio/lake/lake.ts'
import type { Webhook } from '../../../../studio/lake/webhooks/webhook.ts'
import { eventually } from '../../../support/eventually.ts'
import { listenHere } from '../../../support/listen.ts'
import { SEED, startLake, temporaryFolder, writeSeed } from '../fixture.ts'

const SECRET = 'known to both'

/** Answers calls with the statuses given, then with 200. */
async function startReceiver(...statuses: number[]) {
  const calls: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      calls.push({ headers: request.headers, body })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  return { calls, url: `${await listenHere(server)}/hook` }
}

function hook(url: Webhook['url'], more: Partial<Webhook> = {}): Webhook {
  return { name: 'rebuild', url, secret: SECRET, ...more }
}

const ids = { draftId: 'drafts.faq-two', publishedId: 'faq-two' }

test('publish, unpublish and delete each call; drafts do not', async () => {
  const { calls, url } = await startReceiver()
  const { client } = await startLake({ webhooks: [hook(url, { projection: '{_id, title}' })] })
  await client.patch('drafts.faq-two').set({ title: 'Draft only' }).commit()
  await client.patch('home').unset(['faq']).commit()
  await client.action({ actionType: 'sanity.action.document.publish', ...ids })
  await client.action({ actionType: 'sanity.action.document.unpublish', ...ids })
  await client.action({
    actionType: 'sanity.action.document.delete',
    publishedId: 'faq-one',
    includeDrafts: [],
  })
  await eventually(() => expect(calls).toHaveLength(4))
  expect(calls.map(({ headers, body }) => [headers['sanity-operation'], JSON.parse(body)])).toEqual([
    ['update', { _id: 'home', title: 'Home' }],
    ['update', { _id: 'faq-two', title: 'Draft only' }],
    ['delete', { _id: 'faq-two', title: 'Draft only' }],
    ['delete', { _id: 'faq-one', title: 'Pricing' }],
  ])
})

test("Sanity's own toolkit accepts the signature, and headers tell what happened", async () => {
  const { calls, url } = await startReceiver()
  const { client } = await startLake({ webhooks: [hook(url, { headers: { authorization: 'Bearer x' } })] })
  const { _rev, _updatedAt } = await client.patch('home').set({ title: 'ä “quoted”' }).commit()
  await eventually(() => expect(calls).toHaveLength(1))
  const { headers, body } = calls[0] ?? { headers: {}, body: '' }
  const signature = String(headers['sanity-webhook-signature'])
  expect(await isValidSignature(body, signature, SECRET)).toBe(true)
  expect(await isValidSignature(body, signature, 'another')).toBe(false)
  expect(headers).toMatchObject({
    authorization: 'Bearer x',
    'idempotency-key': expect.stringMatching(/^[\w-]{43}$/),
    'sanity-transaction-id': _rev,
    'sanity-transaction-time': _updatedAt,
    'sanity-document-id': 'home',
    'sanity-project-id': 'local',
    'sanity-dataset': 'production',
  })
  expect(JSON.parse(body)).toMatchObject({ _id: 'home', title: 'ä “quoted”' })
})

test('a filter and causes choose, with the document before and after at hand', async () => {
  const { calls, url } = await startReceiver()
  const filter = '_type == "faqGroup" && delta::changedAny(title) && before().title != "Pricing"'
  const projection = '{"from": before().title, "to": after().title}'
  const { client } = await startLake({ webhooks: [hook(url, { filter, projection, on: ['update'] })] })
  await client.patch('home').set({ title: 'x' }).commit()
  await client.patch('faq-one').set({ title: 'first' }).commit()
  await client.patch('faq-one').set({ note: 'no title' }).commit()
  await client.create({ _type: 'faqGroup', title: 'made' })
  await client.patch('faq-one').set({ title: 'second' }).commit()
  await eventually(() => expect(calls).toHaveLength(1))
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ from: 'first', to: 'second' })
})

test('a call that fails is made again, in order, with the same key', async () => {
  const { calls, url } = await startReceiver(500)
  const { client } = await startLake({ webhooks: [hook(url, { projection: '{title}' })] })
  await client.patch('home').set({ title: 'one' }).commit()
  await client.patch('home').set({ title: 'two' }).commit()
  await vi.waitFor(() => expect(calls).toHaveLength(3), { timeout: 10_000 })
  expect(calls.map(({ body }) => JSON.parse(body).title)).toEqual(['one', 'one', 'two'])
  expect(calls[0]?.headers['idempotency-key']).toBe(calls[1]?.headers['idempotency-key'])
  expect(calls[0]?.headers['idempotency-key']).not.toBe(calls[2]?.headers['idempotency-key'])
})

test('a call that is refused for good is not made again', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const { calls, url } = await startReceiver(400)
  const { client } = await startLake({ webhooks: [hook(url, { projection: '{title}' })] })
  await client.patch('home').set({ title: 'refused' }).commit()
  await client.patch('home').set({ title: 'next' }).commit()
  await eventually(() => expect(calls).toHaveLength(2))
  expect(calls.map(({ body }) => JSON.parse(body).title)).toEqual(['refused', 'next'])
  expect(log).toHaveBeenCalledWith(expect.stringMatching(/"rebuild" was not delivered .* answered 400/))
})

test('a call that can’t be made, as no header holds the document’s id, holds up no later one', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const { calls, url } = await startReceiver()
  const seedDir = writeSeed([...SEED, { ...SEED[0], _id: 'sun ☀' }])
  const { client } = await startLake({ seedDir, webhooks: [hook(url, { projection: '{_id}' })] })
  await client.delete('sun ☀')
  await client.patch('home').set({ title: 'next' }).commit()
  await eventually(() => expect(calls).toHaveLength(1))
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ _id: 'home' })
  expect(log).toHaveBeenCalledWith(expect.stringMatching(/"rebuild" cannot make its call of "sun ☀"/u))
})

test('a call that could not be delivered is delivered after a restart', async () => {
  const dataDir = temporaryFolder()
  const first = await startLake({ dataDir, webhooks: [hook(undefined)] })
  await first.client.patch('home').set({ title: 'kept' }).commit()
  await first.stop()
  const { calls, url } = await startReceiver()
  const { lake } = await startLake({ dataDir, webhooks: [hook(undefined)] })
  lake.setWebhookUrl('rebuild', url)
  await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 10_000 })
  expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ title: 'kept' })
})

test('a webhook whose filter can’t be parsed stops the start', async () => {
  const webhooks = [hook('http://127.0.0.1:1', { filter: '_type ==' })]
  const opening = openLake({ dataDir: temporaryFolder(), seedDir: writeSeed(), webhooks })
  await expect(opening).rejects.toThrow(/The filter of the webhook "rebuild" cannot be read/)
})
