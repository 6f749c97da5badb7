import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect, test } from 'vitest'
import type { AttemptFailed } from '../../../api/delivery/attempt.ts'
import { createCrmSender } from '../../../api/delivery/crm.ts'
import { startDelivery } from '../../../api/delivery/worker.ts'
import type { Delivery } from '../../../api/store/submissions/outbox.ts'
import { listenHere } from '../../support/listen.ts'
import { at, contactPost, waitlistPost } from '../support/posts.ts'
import { newStore } from '../support/stores.ts'

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

interface Received {
  id: string
  body: { type: string; data: Record<string, unknown> }
}

/** A CRM that checks signatures and answers with one status after the other, then 200. */
async function startCrm(statuses: number[], headers: Record<string, string> = {}) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const signed = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      )
      new Webhook(secret).verify(Buffer.concat(chunks).toString(), signed)
      received.push({ id: signed['webhook-id'] ?? '', body: JSON.parse(Buffer.concat(chunks).toString()) })
      response.writeHead(statuses.shift() ?? 200, { location: '/new', ...headers }).end()
    })
  })
  return { url: `${await listenHere(server)}/`, received, close: () => server.close() }
}

const message: Delivery = {
  kind: 'contact',
  submissionId: 'e1',
  channel: 'crm',
  revision: 1,
  attempt: 1,
  submission: {
    id: 'e1',
    name: 'Ada',
    email: 'ada@example.com',
    message: 'Hi',
    suspected: false,
    createdAt: '',
  },
}

/** A store whose deliveries to a CRM are made. */
function deliverTo(url: string) {
  const store = newStore()
  const failures: string[] = []
  const delivery = startDelivery({
    store,
    senders: new Map([['crm', createCrmSender({ url, secret })]]),
    onError: () => undefined,
    onFailure: ({ error, final }) => failures.push(final ? `${error}, final` : error),
    waitAfter: (attempt) => (attempt < 4 ? 1 : undefined),
    pollMs: 10,
  })
  closers.push(delivery.stop, () => store.close())
  const ended = async (state: 'done' | 'dead') => {
    for (;;) {
      const rows = (await store.call('outboxStats')).filter(({ channel }) => channel === 'crm')
      if (state === 'done' ? rows.length === 0 : rows[0]?.state === 'dead') return
    }
  }
  return { store, failures, wake: delivery.wake, ended }
}

async function deliver(statuses: number[], until: 'done' | 'dead') {
  const { url, received } = await startCrm(statuses)
  const { store, failures, wake, ended } = deliverTo(url)
  await store.submit(waitlistPost({ company: 'CAL' }, { source: 'hero', intent: 'demo', at }))
  wake()
  await ended(until)
  return { received, failures, store }
}

test('an entry reaches the CRM signed, and a repeat carries the same id', async () => {
  const { received, failures } = await deliver([500, 429], 'done')
  expect(received).toHaveLength(3)
  expect(new Set(received.map(({ id }) => id)).size).toBe(1)
  expect(received[2]?.body).toMatchObject({
    type: 'waitlist.created',
    data: { email: 'ada@example.com', company: 'CAL', source: 'hero', intent: 'demo' },
  })
  expect(failures).toEqual(['HTTP 500', 'HTTP 429'])
})

test('an entry is sent as created until the CRM took it, then as updated', async () => {
  const { url, received } = await startCrm([422])
  const { store, wake, ended } = deliverTo(url)
  await store.submit(waitlistPost())
  wake()
  await ended('dead')
  for (const company of ['CAL', 'CAL Ltd']) {
    await store.submit(waitlistPost({ company }))
    wake()
    await ended('done')
  }
  await store.call('redeliver', { submissionId: String(received[0]?.body.data['id']), delivered: true }, at)
  wake()
  await ended('done')
  expect(received.map(({ body }) => body.type)).toEqual([
    'waitlist.created',
    'waitlist.created',
    'waitlist.updated',
    'waitlist.updated',
  ])
  expect(new Set(received.map(({ id }) => id)).size).toBe(4)
})

test('a message is sent as created, even if it was held before or is sent again', async () => {
  const { url, received } = await startCrm([])
  const { store, wake, ended } = deliverTo(url)
  await store.submit(contactPost('n1', { suspected: true }))
  const [held] = await store.call('contactPage', { after: '', limit: 1 })
  for (let count = 0; count < 2; count += 1) {
    await store.call('redeliver', { submissionId: held?.id, delivered: true }, at)
    wake()
    await ended('done')
  }
  expect(received.map(({ body }) => body.type)).toEqual(['contact.created', 'contact.created'])
})

test('a CRM that fails for good or wants no more leaves a dead letter with the reason', async () => {
  const failing = await deliver([500, 500, 500, 500], 'dead')
  expect(failing.failures.at(-1)).toBe('HTTP 500, final')
  expect(await failing.store.call('deadDeliveries')).toMatchObject([
    { channel: 'crm', attempts: 4, error: 'HTTP 500' },
  ])
  const gone = await deliver([410], 'dead')
  expect(gone.failures).toEqual(['HTTP 410, final'])
})

test.each([400, 413, 415, 422])('%i is about the message: no repeat would help', async (status) => {
  expect((await deliver([status], 'dead')).failures).toEqual([`HTTP ${status}, final`])
})

test.each([401, 403, 404, 405])(
  '%i is about the settings: it arrives once they are mended',
  async (status) => {
    const { failures, received } = await deliver([status, status], 'done')
    expect(failures).toEqual([`HTTP ${status}`, `HTTP ${status}`])
    expect(received).toHaveLength(3)
  },
)

test('a CRM that has moved or is unreachable leaves a code for it', async () => {
  const moved = await deliver([301, 308], 'done')
  expect(moved.failures).toEqual(['HTTP 301', 'HTTP 308'])
  expect(moved.received).toHaveLength(3)

  const { url, close } = await startCrm([])
  const failureAt = (address: string) => createCrmSender({ url: address, secret }).send(message)
  close()
  await expect(failureAt(url)).rejects.toThrow('ECONNREFUSED')
  await expect(failureAt('http://crm.invalid/')).rejects.toThrow(/^(?:ENOTFOUND|EAI_AGAIN)$/u)
  const silence = await listenHere(createServer(() => undefined))
  const silent = createCrmSender({ url: silence, secret, timeoutMs: 20 })
  await expect(silent.send(message)).rejects.toThrow('TimeoutError')
})

test('a CRM’s Retry-After is respected, for ten hours at most', async () => {
  const waits: [header: string, ms: number][] = [
    ['120', 120_000],
    [new Date(Date.now() + 60_000).toUTCString(), 60_000],
    ['9999999', 36_000_000],
    ['soon', 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ]
  for (const [header, ms] of waits) {
    const { url } = await startCrm([503], { 'retry-after': header })
    const failure = await createCrmSender({ url, secret })
      .send(message)
      .catch((error: unknown) => error as AttemptFailed)
    expect(Math.abs((failure?.retryAfterMs ?? -1) - ms), header).toBeLessThan(2_000)
  }
})

test('it is not ready after a failure, and ready again after a success', async () => {
  const { url } = await startCrm([500, 200])
  const sender = createCrmSender({ url, secret })
  await sender.check()
  await expect(sender.send(message)).rejects.toThrow('HTTP 500')
  await expect(sender.check()).rejects.toThrow('HTTP 500')
  await sender.send(message)
  await sender.check()
})

test('refusing one message keeps it ready, refusing all does not', async () => {
  const { url } = await startCrm([422, 503, 413, 410])
  const sender = createCrmSender({ url, secret })
  await expect(sender.send(message)).rejects.toThrow('HTTP 422')
  await sender.check()
  await expect(sender.send(message)).rejects.toThrow('HTTP 503')
  await expect(sender.send(message)).rejects.toThrow('HTTP 413')
  await sender.check()
  await expect(sender.send(message)).rejects.toThrow('HTTP 410')
  await expect(sender.check()).rejects.toThrow('HTTP 410')
})
