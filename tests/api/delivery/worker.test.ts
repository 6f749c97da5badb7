import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AttemptFailed } from '../../../api/delivery/attempt.ts'
import type { Sender } from '../../../api/delivery/sender.ts'
import { startDelivery, type DeliveryOptions } from '../../../api/delivery/worker.ts'
import { oncePerCause } from '../../../api/log.ts'
import type { Call, OperationName } from '../../../api/store/operations.ts'
import { eventually } from '../../support/eventually.ts'
import { isOnPostgres } from '../support/database.ts'
import { at, contactPost } from '../support/posts.ts'
import { newStore } from '../support/stores.ts'

const idle = { check: async () => undefined, close: () => undefined }

/** A worker on a store whose operations of these names fail, and three messages that it delivers. */
async function start(send: () => Promise<void>, failing: ReadonlySet<OperationName> = new Set()) {
  const store = newStore()
  for (const nonce of ['n1', 'n2', 'n3']) await store.submit(contactPost(nonce))
  const told: string[] = []
  const ends: string[] = []
  const call: Call = (name, ...args) =>
    failing.has(name) ? Promise.reject(new Error(`${name} fails`)) : store.call(name, ...args)
  const worker = startDelivery({
    store: { call, isShared: false },
    senders: new Map([['mail', { ...idle, send }]]),
    onDelivered: () => ends.push('delivered'),
    onFailure: ({ error, final }) => ends.push(`${error}${final ? ' for good' : ''}`),
    onError: oncePerCause(({ cause, error }) => told.push(`${cause}: ${error}`)),
    pollMs: 1,
  })
  onTestFinished(async () => {
    await worker.stop()
    await store.close()
  })
  return { told, ends }
}

test('a sender that throws counts as a failed delivery, is reported once, and others go on', async () => {
  const { told, ends } = await start(() => Promise.reject(new TypeError('bug')))
  await eventually(() => expect(ends).toEqual(['ERROR', 'ERROR', 'ERROR']))
  expect(told).toEqual(['the channel mail: TypeError: bug'])
})

test('housekeeping that fails holds up no delivery', async () => {
  const failing = new Set<OperationName>(['queueDigests', 'releaseClaims'])
  const { told, ends } = await start(() => Promise.resolve(), failing)
  await eventually(() => expect(ends).toEqual(['delivered', 'delivered', 'delivered']))
  expect(told).toEqual(['the outbox: Error: releaseClaims fails', 'the digest: Error: queueDigests fails'])
})

test('housekeeping goes on where the clock is set back', async () => {
  const store = newStore()
  let now = Date.now()
  let tidied = 0
  const call: Call = async (name, ...args) => {
    const result = await store.call(name, ...args)
    if (name === 'forget') tidied += 1
    return result
  }
  const worker = startDelivery({
    store: { call, isShared: false },
    senders: new Map(),
    onFailure: () => undefined,
    onError: () => undefined,
    pollMs: 1,
    now: () => now,
  })
  await eventually(() => expect(tidied).toBe(1))
  now -= 3_600_000
  await eventually(() => expect(tidied).toBe(2))
  await worker.stop()
  await store.close()
})

test('once mail is configured, suspected spam of the last week is reported, and none before', async () => {
  const store = newStore()
  const dayMs = 24 * 3_600_000
  let now = at
  const mailed: string[] = []
  const deliverOn = (senders: DeliveryOptions['senders']) =>
    startDelivery({
      store,
      senders,
      onFailure: () => undefined,
      onError: () => undefined,
      pollMs: 1,
      now: () => now,
    })
  const crm = { ...idle, send: async () => undefined }
  const before = deliverOn(new Map([['crm', crm]]))
  for (let day = 0; day < 10; day += 1) {
    await store.submit(contactPost(`n${day}`, { suspected: true, at: at + day * dayMs }))
    now += dayMs
  }
  await before.stop()
  expect(await store.call('outboxStats')).not.toContainEqual(expect.objectContaining({ state: 'due' }))

  const mail = {
    ...idle,
    send: async ({ submissionId }: { submissionId: string }) => void mailed.push(submissionId),
  }
  const after = deliverOn(new Map([['mail', mail]]))
  await eventually(() => expect(mailed).toHaveLength(7))
  await after.stop()
  expect(mailed.toSorted()).toEqual(
    ['11-03', '11-04', '11-05', '11-06', '11-07', '11-08', '11-09'].map((day) => `digest-2025-${day}`),
  )
  await store.close()
})

test('a store that keeps failing is reported once and asked again', async () => {
  const failing = new Set<OperationName>(['claimDue'])
  const { told, ends } = await start(() => Promise.resolve(), failing)
  await eventually(() => expect(told).toHaveLength(1))
  failing.clear()
  await eventually(() => expect(ends).toEqual(['delivered', 'delivered', 'delivered']))
  expect(told).toHaveLength(1)
})

test('a channel that hangs holds up no other', async () => {
  const store = newStore()
  const mailed: string[] = []
  const worker = startDelivery({
    store,
    senders: new Map([
      ['crm', { ...idle, send: () => new Promise<void>(() => undefined) }],
      [
        'mail',
        {
          ...idle,
          send: async ({ submissionId }: { submissionId: string }) => void mailed.push(submissionId),
        },
      ],
    ]),
    onFailure: () => undefined,
    onError: () => undefined,
    pollMs: 1,
  })
  for (let count = 0; count < 15; count += 1) {
    await store.submit(contactPost(`n${count}`))
    worker.wake()
    await eventually(() => expect(mailed).toHaveLength(count + 1))
  }
  // The attempt that hangs is left to its claim.
  void worker.stop()
})

test('an attempt that a stop abandons is no failure, and is made again after the next start', async () => {
  const store = newStore()
  const failures: unknown[] = []
  const hanging = Promise.withResolvers<void>()
  const send = vi.fn<Sender['send']>(() => hanging.promise)
  const close = () => hanging.reject(new AttemptFailed('CLOSED'))
  const options = {
    store,
    onFailure: (failure: unknown) => failures.push(failure),
    onError: (_: string, error: unknown) => failures.push(error),
    pollMs: 1,
    stopLimitMs: 1,
  }
  await store.submit(contactPost('n1'))
  const worker = startDelivery({ ...options, senders: new Map([['mail', { ...idle, send, close }]]) })
  await eventually(() => expect(send).toHaveBeenCalledOnce())
  await worker.stop()
  await new Promise(setImmediate)

  const mailed: string[] = []
  const next = {
    ...idle,
    send: async ({ submissionId }: { submissionId: string }) => void mailed.push(submissionId),
  }
  const after = startDelivery({ ...options, senders: new Map([['mail', next]]) })
  if (!isOnPostgres) await eventually(() => expect(mailed).toHaveLength(1))
  await after.stop()
  await store.close()
  expect(failures).toEqual([])
})

test.runIf(isOnPostgres)('nodes whose clocks differ deliver each once', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'clocks-'))
  const slow = Promise.withResolvers<void>()
  const sent: string[][] = [[], []]
  /** A node whose clock is ahead by that much. */
  const startNode = (aheadMs: number, mine: string[], until?: Promise<void>) => {
    const store = newStore(dataDir)
    const send = async ({ submissionId }: { submissionId: string }) => {
      mine.push(submissionId)
      await until
    }
    const worker = startDelivery({
      store,
      senders: new Map([['mail', { ...idle, send }]]),
      onFailure: () => undefined,
      onError: () => undefined,
      pollMs: 5,
      now: () => Date.now() + aheadMs,
    })
    onTestFinished(async () => {
      await worker.stop()
      await store.close()
    })
    return store
  }
  const one = startNode(0, sent[0] ?? [], slow.promise)
  await one.submit(contactPost('n1', { at: Date.now() }))
  await eventually(() => expect(sent[0]).toHaveLength(1))
  const other = startNode(10 * 60_000, sent[1] ?? [])
  // Taken in by a clock that is ahead, and due all the same.
  await other.submit(contactPost('n2', { at: Date.now() + 10 * 60_000 }))
  await eventually(() => expect(sent[1]).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 100))
  slow.resolve()
  const mail = async () => (await one.call('outboxStats')).filter(({ channel }) => channel === 'mail')
  await expect.poll(mail).toEqual([])
  expect(new Set(sent.flat()).size).toBe(2)
  expect(sent.flat()).toHaveLength(2)
})
