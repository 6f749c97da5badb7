import type { MutationEvent } from '@sanity/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../../../support/eventually.ts'
import { startLake, type RunningLake } from '../fixture.ts'

/** Listens until the test is over; resolves once the lake has said welcome. */
async function listenTo({ client }: RunningLake, query: string, options: Record<string, unknown> = {}) {
  const events: MutationEvent[] = []
  await new Promise<void>((resolve, reject) => {
    const subscription = client
      .listen(query, {}, { events: ['welcome', 'mutation'], includeResult: true, ...options })
      .subscribe({
        next: (event) => {
          if (event.type === 'welcome') resolve()
          if (event.type === 'mutation') events.push(event)
        },
        error: reject,
      })
    onTestFinished(() => subscription.unsubscribe())
  })
  return events
}

function countsOf(events: MutationEvent[]) {
  return events.map(({ transactionCurrentEvent, transactionTotalEvents }) => [
    transactionCurrentEvent,
    transactionTotalEvents,
  ])
}

test('a listener is told of every change to what its query finds, with the result', async () => {
  const running = await startLake()
  const events = await listenTo(running, '*[_type == "faqGroup"]', { includePreviousRevision: true })
  const { _rev: seedRevision } = (await running.client.getDocument('faq-one')) ?? {}
  await running.client.patch('home').set({ title: 'Elsewhere' }).commit()
  const { _rev, _updatedAt } = await running.client.patch('faq-one').set({ title: 'Prices' }).commit()
  await eventually(() => expect(events).toHaveLength(1))
  expect(events[0]).toMatchObject({
    documentId: 'faq-one',
    transition: 'update',
    transactionId: _rev,
    previousRev: seedRevision,
    resultRev: _rev,
    timestamp: _updatedAt,
    result: { title: 'Prices' },
    previous: { title: 'Pricing' },
    mutations: [{ patch: { id: 'faq-one', set: { title: 'Prices' } } }],
  })
})

test('a document entering a query appears, one leaving it disappears', async () => {
  const running = await startLake()
  const events = await listenTo(running, '*[_type == "faqGroup" && shown == true]')
  await running.client.patch('faq-one').set({ shown: true }).commit()
  await running.client.patch('faq-one').set({ title: 'x' }).commit()
  await running.client.patch('faq-one').unset(['shown']).commit()
  await eventually(() => expect(events).toHaveLength(3))
  expect(events.map(({ transition }) => transition)).toEqual(['appear', 'update', 'disappear'])
})

test('a publish is one transaction of two events, counted for each listener', async () => {
  const running = await startLake()
  const both = await listenTo(running, '*[_type == "faqGroup"]')
  const one = await listenTo(running, '*[_id == "faq-two"]')
  await running.client.action({
    actionType: 'sanity.action.document.publish',
    draftId: 'drafts.faq-two',
    publishedId: 'faq-two',
  })
  await eventually(() => expect([both.length, one.length]).toEqual([2, 1]))
  expect(countsOf(both)).toEqual([
    [1, 2],
    [2, 2],
  ])
  expect(countsOf(one)).toEqual([[1, 1]])
})

test('the events of a transaction arrive in one piece', async () => {
  const { lake, client } = await startLake()
  const url = `http://127.0.0.1/v2025-02-19/data/listen/production?${new URLSearchParams({ query: '*' })}`
  const { body } = await lake.fetch(new Request(url), { forwarded: false, address: '127.0.0.1' })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  onTestFinished(async () => reader?.cancel())
  const next = async (): Promise<string> => (await reader?.read())?.value ?? ''
  while (!(await next()).includes('event: welcome'));
  await client.action({
    actionType: 'sanity.action.document.publish',
    draftId: 'drafts.faq-two',
    publishedId: 'faq-two',
  })
  expect((await next()).match(/"transactionCurrentEvent":\d/gu)).toHaveLength(2)
})

test('a document that was not there has no previous revision', async () => {
  const running = await startLake()
  const events = await listenTo(running, '*')
  await running.client.create({ _id: 'drafts.fresh', _type: 'pillar' })
  await eventually(() => expect(events).toHaveLength(1))
  expect(events[0]).toMatchObject({ transition: 'appear', mutations: [{ create: { _id: 'drafts.fresh' } }] })
  expect(events[0]).not.toHaveProperty('previousRev')
})

test('a listener with a query that cannot be read is refused', async () => {
  const { url } = await startLake()
  const response = await fetch(`${url}/v2025-02-19/data/listen/production?query=*[`)
  expect(response.status).toBe(400)
})

test('many listeners share one socket', async () => {
  const running = await startLake()
  const socket = new WebSocket(`${running.url.replace('http', 'ws')}/mux`)
  onTestFinished(() => socket.terminate())
  const received = new Map<number, string>()
  const ended: number[] = []
  socket.on('message', (data: Buffer) => {
    const { id, chunk, end } = JSON.parse(data.toString())
    if (chunk !== undefined) received.set(id, (received.get(id) ?? '') + chunk)
    if (end === true) ended.push(id)
  })
  await new Promise((resolve) => socket.on('open', resolve))
  const path = '/v2025-02-19/data/listen/production?query='
  for (let id = 0; id < 20; id++)
    socket.send(JSON.stringify({ id, path: `${path}${encodeURIComponent('*')}` }))
  await eventually(() =>
    expect([...received.values()].filter((text) => text.includes('welcome'))).toHaveLength(20),
  )

  socket.send(JSON.stringify({ id: 7, close: true }))
  await eventually(() => expect(ended).toEqual([7]))
  await running.client.patch('home').set({ title: 'For all' }).commit()
  await eventually(() =>
    expect([...received.values()].filter((text) => text.includes('"title":"For all"'))).toHaveLength(19),
  )
})

test('the socket carries listeners and nothing else', async () => {
  const { url } = await startLake()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/mux`)
  onTestFinished(() => socket.terminate())
  await new Promise((resolve) => socket.on('open', resolve))
  const answer = new Promise((resolve) =>
    socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()))),
  )
  socket.send('{"half')
  socket.send(JSON.stringify({ id: 1, path: '/v1/data/export/production' }))
  expect(await answer).toEqual({ id: 1, status: 400, end: true })
})

/** A Studio's socket for presence, and what it has heard. */
async function openPresence(url: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v2022-06-30/socket/production`)
  onTestFinished(() => socket.terminate())
  const messages: unknown[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())))
  await new Promise((resolve) => socket.on('open', resolve))
  return { socket, messages }
}

test('studios hear of each other', async () => {
  const { url } = await startLake()
  const [here, there] = [await openPresence(url), await openPresence(url)]
  here.socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'presence_subscribe' }))
  await eventually(() => expect(here.messages).toHaveLength(1))
  there.socket.send(JSON.stringify({ id: 2, method: 'presence_rollcall', params: { session: 's' } }))
  there.socket.send(JSON.stringify({ id: 3, method: 'presence_announce', params: { data: { at: 'title' } } }))
  await eventually(() => expect(there.messages).toHaveLength(2))
  there.socket.close()
  await eventually(() => expect(here.messages).toHaveLength(4))
  expect(here.messages.slice(1)).toMatchObject([
    {
      method: 'presence_subscription',
      params: { result: { type: 'rollCall', i: 'local-editor', session: 's' } },
    },
    { params: { result: { type: 'state', m: { at: 'title' } } } },
    { params: { result: { type: 'disconnect', m: { session: 's' } } } },
  ])
})

test('a Studio that reads nothing of the others is cut off long before it fills memory', async () => {
  const { url } = await startLake()
  const [here, there] = [await openPresence(url), await openPresence(url)]
  here.socket.send(JSON.stringify({ id: 1, method: 'presence_subscribe' }))
  await eventually(() => expect(here.messages).toHaveLength(1))
  here.socket.pause()
  const data = 'x'.repeat(60_000)
  // 12 MB, of which the connection itself takes some.
  for (let id = 0; id < 200; id++)
    there.socket.send(JSON.stringify({ id, method: 'presence_announce', params: { data } }))
  await eventually(() => expect(there.messages).toHaveLength(200))
  const closed = new Promise((resolve) => here.socket.on('close', resolve))
  here.socket.resume()
  expect(await closed).toBe(1006)
})

test('a message that is no subscription’s, or nested too deep, ends at most the socket that it came by', async () => {
  const { url } = await startLake()
  const [here, there, elsewhere] = [await openPresence(url), await openPresence(url), await openPresence(url)]
  const unsubscribe = (id: number, subscriptionId: unknown) =>
    here.socket.send(JSON.stringify({ id, method: 'presence_unsubscribe', params: { subscriptionId } }))
  unsubscribe(1, { toString: 1, valueOf: 1 })
  unsubscribe(2, 'of nobody')
  await eventually(() =>
    expect(here.messages).toMatchObject([
      { id: 1, result: 'OK' },
      { id: 2, result: 'OK' },
    ]),
  )

  const log = vi.spyOn(console, 'error').mockReturnValue()
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  elsewhere.socket.send(`{"id":1,"method":"presence_rollcall","params":{"session":${deep}}}`)
  await eventually(() => expect(elsewhere.messages).toHaveLength(1))
  here.socket.send(JSON.stringify({ id: 3, method: 'presence_subscribe' }))
  await eventually(() => expect(here.messages).toHaveLength(3))
  const closed = [there, elsewhere].map(({ socket }) => new Promise((resolve) => socket.on('close', resolve)))
  there.socket.send(`{"id":1,"method":"presence_announce","params":{"data":${deep}}}`)
  elsewhere.socket.close()
  await Promise.all(closed)
  expect(log).toHaveBeenCalledWith(expect.stringMatching(/^A message of a socket could not be answered: /u))
  unsubscribe(4, 'of nobody')
  await eventually(() => expect(here.messages.at(-1)).toMatchObject({ id: 4, result: 'OK' }))
})
