import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { overdue, startDelivery, type DeliveryOptions } from '../../../api/delivery/worker.ts'
import { createReadiness } from '../../../api/http/health.ts'
import { oncePerCause } from '../../../api/log.ts'
import { eventually } from '../../support/eventually.ts'
import { isOnPostgres } from '../support/database.ts'
import { at, contactPost } from '../support/posts.ts'
import { newStore } from '../support/stores.ts'

const idle = { check: async () => undefined, close: () => undefined }

/** A worker whose store and sender do as they are told. */
function start(send: () => Promise<never> | Promise<void>, failing: ReadonlySet<string> = new Set()) {
  const told: string[] = []
  const settled: string[] = []
  let given = 0
  const call = async (name: string, ...args: unknown[]) => {
    if (failing.has(name)) throw new Error(`${name} fails`)
    if (name === 'settle') settled.push((args[0] as { state: string }[])[0]?.state ?? '')
    if (name !== 'claimDue' || given === 3) return []
    given += 1
    return [
      {
        submissionId: `e${given}`,
        channel: 'mail',
        revision: 1,
        attempt: 1,
        kind: 'contact',
        submission: {},
      },
    ]
  }
  const worker = startDelivery({
    store: { call: call as never, isShared: false },
    senders: new Map([['mail', { ...idle, send }]]),
    onFailure: () => undefined,
    onError: oncePerCause(({ cause, error }) => told.push(`${cause}: ${error}`)),
    pollMs: 1,
  })
  return { worker, told, settled }
}

test('a sender that throws is a delivery that failed, told once, and the next ones are tried', async () => {
  const { worker, told, settled } = start(() => Promise.reject(new TypeError('bug')))
  await eventually(() => expect(settled).toEqual(['due', 'due', 'due']))
  expect(told).toEqual(['the channel mail: TypeError: bug'])
  await worker.stop()
})

test('housekeeping that fails holds up no delivery', async () => {
  const failing = new Set(['queueDigests', 'releaseClaims'])
  const { worker, told, settled } = start(() => Promise.resolve(), failing)
  await eventually(() => expect(settled).toEqual(['done', 'done', 'done']))
  expect(told).toEqual(['the outbox: Error: releaseClaims fails', 'the digest: Error: queueDigests fails'])
  await worker.stop()
})

test('housekeeping goes on where the clock is set back', async () => {
  let now = Date.now()
  let tidied = 0
  const call = async (name: string) => {
    if (name === 'forget') tidied += 1
    return []
  }
  const worker = startDelivery({
    store: { call: call as never, isShared: false },
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
})

test('a server whose mail is switched on tells of the last week’s suspected spam, and of none before', async () => {
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

test('a store that fails at every look is told of once, and looked at again', async () => {
  const failing = new Set(['claimDue'])
  const { worker, told, settled } = start(() => Promise.resolve(), failing)
  await eventually(() => expect(told).toHaveLength(1))
  failing.clear()
  await eventually(() => expect(settled).toEqual(['done', 'done', 'done']))
  expect(told).toHaveLength(1)
  await worker.stop()
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

test('the same failure is told again after an hour, with how often it came', () => {
  let now = 0
  const told: unknown[] = []
  const complain = oncePerCause(
    (one) => told.push(one),
    () => now,
  )
  for (let count = 0; count < 100; count += 1) complain('a timer', new Error('full'))
  complain('a timer', new Error('other'))
  // An hour later, and by a clock that is set back as far.
  for (now of [3_600_000, 0]) complain('a timer', new Error('full'))
  expect(told).toMatchObject([
    { cause: 'a timer', error: 'Error: full', count: 1 },
    { cause: 'a timer', error: 'Error: other', count: 1 },
    { cause: 'a timer', error: 'Error: full', count: 100 },
    { cause: 'a timer', error: 'Error: full', count: 1 },
  ])
})

test('a check that throws at once fails like one that rejects', async () => {
  const ready = createReadiness({
    mail: () => {
      throw new Error('bug')
    },
  })
  expect(await ready()).toEqual({ mail: 'failing' })
})

test('dependencies are asked again where the clock was set back', async () => {
  let asked = 0
  const check = async () => {
    asked += 1
  }
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const ready = createReadiness({ store: check }, { keptMs: 20 })
  await ready()
  vi.setSystemTime(Date.now() - 3_600_000)
  await new Promise((resolve) => setTimeout(resolve, 40))
  await ready()
  expect(asked).toBe(2)
})

test('what waits for over an hour on a configured channel raises the alarm', async () => {
  const store = newStore()
  await store.submit(contactPost('n1'))
  const configured = new Set(['mail' as const])
  expect(await overdue(store, configured, at + 3_600_000)).toEqual([])
  expect(await overdue(store, configured, at + 3_601_000)).toEqual([
    { channel: 'mail', count: 1, ageSeconds: 3_601 },
  ])
  expect(await overdue(store, new Set(), at + 9_000_000)).toEqual([])
  await store.close()
})
