import { expect, test, vi } from 'vitest'
import { AttemptFailed } from '../../../../api/delivery/attempt.ts'
import { startTargetQueue, type TargetReport } from '../../../../api/publishing/targets/queue.ts'
import type { Target, TargetRelease } from '../../../../api/publishing/targets/target.ts'
import { eventually } from '../../../support/eventually.ts'

function release(id: string): TargetRelease {
  return {
    folder: '/nowhere',
    manifest: { id, documents: {}, pages: {}, redirects: {}, held: [] },
    changed: [],
    isNewest: true,
  }
}

/** A target whose deliveries end when the test says how. */
function newTarget(name = 'there') {
  const taken: {
    id: string
    superseded: AbortSignal
    mayGoOn: () => boolean
    end: (failure?: AttemptFailed) => void
  }[] = []
  const target: Target = {
    name,
    deliver: ({ manifest }, superseded, mayGoOn) =>
      new Promise((resolve, reject) => {
        const end = (failure?: AttemptFailed) => (failure ? reject(failure) : resolve())
        taken.push({ id: manifest.id, superseded, mayGoOn, end })
      }),
  }
  return { target, taken }
}

function start(targets: Target[], waits: number[] = [], mayDeliver = () => true) {
  const reports: Omit<TargetReport, 'took'>[] = []
  const queue = startTargetQueue({
    targets,
    onReport: ({ took, ...report }) => {
      expect(took).toBeGreaterThanOrEqual(0)
      reports.push(report)
    },
    mayDeliver,
    waitAfter: (attempt) => waits[attempt - 1],
  })
  return { queue, reports }
}

const failed = new AttemptFailed('It failed.')

test('of the releases queued during a push, only the newest follows', async () => {
  const { target, taken } = newTarget()
  const { queue, reports } = start([target])
  for (const id of ['r1', 'r2', 'r3']) queue.send(release(id))
  expect(taken.map(({ id }) => id)).toEqual(['r1'])
  expect(taken[0]?.superseded.aborted).toBe(true)
  taken[0]?.end()
  await eventually(() => expect(taken.map(({ id }) => id)).toEqual(['r1', 'r3']))
  taken[1]?.end()
  await eventually(() =>
    expect(reports).toEqual([
      { target: 'there', release: 'r1', state: 'delivered' },
      { target: 'there', release: 'r3', state: 'delivered' },
    ]),
  )
})

test('a failure is retried as often as there are pauses, and each attempt is reported', async () => {
  const { target, taken } = newTarget()
  const { queue, reports } = start([target], [1])
  queue.send(release('r1'))
  taken[0]?.end(failed)
  await eventually(() => expect(taken).toHaveLength(2))
  taken[1]?.end(failed)
  await eventually(() => expect(reports.map(({ state }) => state)).toEqual(['trying', 'failed']))
  expect(reports[1]?.message).toBe('It failed.')
})

test('a permanent failure is tried once, and the next release is still tried', async () => {
  const { target, taken } = newTarget()
  const { queue, reports } = start([target], [1, 1, 1])
  queue.send(release('r1'))
  taken[0]?.end(new AttemptFailed('No such bucket.', { isPermanent: true }))
  await eventually(() => expect(reports.map(({ state }) => state)).toEqual(['failed']))
  queue.send(release('r2'))
  await eventually(() => expect(taken.map(({ id }) => id)).toEqual(['r1', 'r2']))
})

test('a newer release does not wait for the pause of an older one', async () => {
  const { target, taken } = newTarget()
  const { queue, reports } = start([target], [3_600_000])
  queue.send(release('r1'))
  taken[0]?.end(failed)
  await eventually(() => expect(reports).toHaveLength(1))
  queue.send(release('r2'))
  await eventually(() => expect(taken.map(({ id }) => id)).toEqual(['r1', 'r2']))
})

test('one slow target does not hold up another', async () => {
  const [slow, quick] = [newTarget('slow'), newTarget('quick')]
  const { queue, reports } = start([slow.target, quick.target])
  queue.send(release('r1'))
  quick.taken[0]?.end()
  await eventually(() => expect(reports).toMatchObject([{ target: 'quick', state: 'delivered' }]))
})

test('a stop drops what waits, and reports nothing about it', async () => {
  const { target, taken } = newTarget()
  const { queue, reports } = start([target], [3_600_000])
  queue.send(release('r1'))
  const stopped = queue.stop()
  taken[0]?.end(failed)
  queue.send(release('r2'))
  await stopped
  expect(reports).toEqual([])
  expect(taken).toHaveLength(1)
})

test('once another node delivers, nothing of this one is tried again, and what is under way may not go on', async () => {
  const { target, taken } = newTarget()
  const { queue, reports } = start([target], [3_600_000, 1])
  queue.send(release('r1'))
  taken[0]?.end(failed)
  await eventually(() => expect(reports).toHaveLength(1))
  queue.halt()
  queue.send(release('r2'))
  await eventually(() => expect(taken.map(({ id }) => id)).toEqual(['r1', 'r2']))
  queue.send(release('r3'))
  expect(taken[1]?.mayGoOn()).toBe(true)
  queue.halt()
  expect(taken[1]?.mayGoOn()).toBe(false)
  taken[1]?.end(failed)
  queue.send(release('r4'))
  await eventually(() => expect(taken.map(({ id }) => id)).toEqual(['r1', 'r2', 'r4']))
  expect(reports).toHaveLength(1)
})

test('a node that may not deliver now does so once it may, and its broken attempt is no failure', async () => {
  const { target, taken } = newTarget()
  let mayDeliver = true
  let asked = 0
  const { queue, reports } = start([target], [], () => {
    asked += 1
    return mayDeliver
  })
  queue.send(release('r1'))
  mayDeliver = false
  taken[0]?.end(failed)
  await eventually(() => expect(asked).toBeGreaterThan(1))
  mayDeliver = true
  await vi.waitFor(() => expect(taken).toHaveLength(2), { timeout: 10_000 })
  taken[1]?.end()
  await eventually(() => expect(reports).toEqual([{ target: 'there', release: 'r1', state: 'delivered' }]))
})
