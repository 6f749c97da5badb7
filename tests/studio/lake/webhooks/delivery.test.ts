import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startDelivery } from '../../../../studio/lake/webhooks/delivery.ts'
import type { Outbox, Waiting } from '../../../../studio/lake/webhooks/outbox.ts'
import { eventually } from '../../../support/eventually.ts'
import { listenHere } from '../../../support/listen.ts'

/** An outbox of one notice on a disk that refuses to be written to until it is told otherwise. */
function newOutbox() {
  const disk = { isFull: true, reads: 0 }
  const notice = {
    webhook: 'rebuild',
    transaction: 't1',
    at: '2025-10-31T00:00:00Z',
    document: 'home',
    before: null,
    after: { _id: 'home', _type: 'page', _rev: 't1', _createdAt: '', _updatedAt: '' },
  }
  let waiting: Waiting[] = [{ id: 1, notice, attempts: 0, since: Date.now(), due: 0 }]
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
    postpone: () => write(() => undefined),
  }
  return { outbox, disk, left: () => waiting.length }
}

async function startReceiver() {
  let calls = 0
  const server = createServer((_, response) => {
    calls += 1
    response.end()
  })
  return { url: await listenHere(server), calls: () => calls }
}

test('a call whose outbox is on a full disk is made once, and written off when there is space again', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const receiver = await startReceiver()
  const { outbox, disk, left } = newOutbox()
  const webhook = { name: 'rebuild', url: receiver.url, secret: 'known to both' }
  const delivery = startDelivery(outbox, [webhook], () => undefined)
  onTestFinished(() => delivery.stop())
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
  const webhook = { name: 'rebuild', url: receiver.url, secret: 'known to both' }
  const delivery = startDelivery(outbox, [webhook], () => undefined)
  await delivery.stop()
  expect(left()).toBe(0)
  const { reads } = disk
  delivery.wake()
  expect(disk.reads).toBe(reads)
})
