import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startDelivery, type Delivery } from '../../../../studio/lake/webhooks/delivery.ts'
import type { Outbox, Waiting } from '../../../../studio/lake/webhooks/outbox.ts'
import { eventually } from '../../../support/eventually.ts'
import { listenHere } from '../../../support/listen.ts'

/** An outbox of one notice on a disk that refuses to be written to until it is told otherwise. */
function newOutbox(times: Partial<Waiting> = {}) {
  const disk = { isFull: true, reads: 0 }
  const notice = {
    webhook: 'rebuild',
    transaction: 't1',
    at: '2025-10-31T00:00:00Z',
    document: 'home',
    before: null,
    after: { _id: 'home', _type: 'page', _rev: 't1', _createdAt: '', _updatedAt: '' },
  }
  let waiting: Waiting[] = [{ id: 1, notice, attempts: 0, since: Date.now(), due: 0, ...times }]
  const write = (change: () => void) => {
    if (disk.isFull) throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
    change()
  }
  const outbox: Outbox = {
    add: () => undefined,
    heads: () => {
      disk.reads += 1
      return waiting
    },
    remove: () => write(() => (waiting = [])),
    postpone: (_, next) => write(() => (waiting = waiting.map((one) => ({ ...one, ...next })))),
  }
  return { outbox, disk, left: () => waiting.length, waiting: () => waiting[0] }
}

async function startReceiver(...answers: number[]) {
  let calls = 0
  const server = createServer((_, response) => {
    response.statusCode = answers[calls++] ?? 200
    response.end()
  })
  return { url: await listenHere(server), calls: () => calls }
}

/** Delivers the outbox until the test is over. */
function deliver(outbox: Outbox, url?: string): Delivery {
  const webhook = { name: 'rebuild', secret: 'known to both', ...(url !== undefined && { url }) }
  const delivery = startDelivery(outbox, [webhook], () => undefined)
  onTestFinished(() => delivery.stop())
  return delivery
}

test('a call whose outbox is on a full disk is made once, and written off when there is space again', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const receiver = await startReceiver()
  const { outbox, disk, left } = newOutbox()
  const delivery = deliver(outbox, receiver.url)
  await eventually(() =>
    expect(log).toHaveBeenCalledWith(expect.stringMatching(/^The outbox .* disk is full/)),
  )
  delivery.wake()
  delivery.wake()
  expect(log).toHaveBeenCalledTimes(1)
  expect(receiver.calls()).toBe(1)
  disk.isFull = false
  delivery.wake()
  expect(left()).toBe(0)
  await delivery.stop()
  expect(receiver.calls()).toBe(1)
})

test('what was told while the lake closes is written off, and nothing more is begun', async () => {
  const receiver = await startReceiver()
  const { outbox, disk, left } = newOutbox()
  disk.isFull = false
  const delivery = deliver(outbox, receiver.url)
  await delivery.stop()
  expect(left()).toBe(0)
  const { reads } = disk
  delivery.wake()
  expect(disk.reads).toBe(reads)
})

test('what waited for days, while nothing was tried, is tried again after its first failure', async () => {
  const receiver = await startReceiver(503)
  const { outbox, disk, left } = newOutbox({ since: Date.now() - 3 * 86_400_000 })
  disk.isFull = false
  deliver(outbox, receiver.url)
  await eventually(() => expect(left()).toBe(0))
  expect(receiver.calls()).toBe(2)
})

test('what failed for a day is given up, in a sentence that names since when it waited', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const receiver = await startReceiver(503)
  const since = Date.parse('2026-01-31T10:00:00Z')
  const { outbox, disk, left } = newOutbox({ attempts: 294, since })
  disk.isFull = false
  deliver(outbox, receiver.url)
  await eventually(() => expect(left()).toBe(0))
  expect(receiver.calls()).toBe(1)
  expect(log).toHaveBeenCalledWith(expect.stringMatching(/503\. It is given up, .* since 2026-01-31T10:00/))
})

test('seconds without an address are no failures, and make no later pause longer', async () => {
  const receiver = await startReceiver(503)
  const { outbox, disk, waiting } = newOutbox()
  disk.isFull = false
  const delivery = deliver(outbox)
  await eventually(() => expect(waiting()?.due).toBeGreaterThan(0))
  expect(waiting()).toMatchObject({ attempts: 0 })
  delivery.setUrl('rebuild', receiver.url)
  await eventually(() => expect(waiting()).toMatchObject({ attempts: 1 }))
})

test.each([1, 60])('a clock that was set back by %i days holds up no call', async (days) => {
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue()
  const receiver = await startReceiver()
  const { outbox, disk, left } = newOutbox({ attempts: 1, due: Date.now() + days * 86_400_000 })
  disk.isFull = false
  deliver(outbox, receiver.url)
  await eventually(() => expect(left()).toBe(0))
  expect(warned).not.toHaveBeenCalled()
})
