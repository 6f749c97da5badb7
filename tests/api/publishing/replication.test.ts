import { expect, test } from 'vitest'
import type { Nodes } from '../../../api/publishing/nodes.ts'
import type { Manifest } from '../../../api/publishing/renderer.ts'
import { createReplication } from '../../../api/publishing/replication.ts'

/** Releases that this node published, one after the other, and what it had all nodes serve. */
function newLeader() {
  const served: string[] = []
  const taken: string[] = []
  let current = { id: 'r1' } as Manifest
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }
  const state = { hasLease: true }
  const last = () => {
    const id = served.at(-1)
    return id === undefined ? undefined : { id, version: 1, build: 'b' }
  }
  const nodes: Partial<Nodes> = {
    read: () =>
      Promise.resolve({
        served: last(),
        pinned: undefined,
        failure: undefined,
        publisher: undefined,
        pendingHooks: [],
      }),
    build: () => Promise.resolve('b'),
    hasLease: () => state.hasLease,
    take: (id) => Promise.resolve({ id } as Manifest),
    share: ({ id }) => Promise.resolve(void served.push(id)),
    prune: () => Promise.resolve(),
  }
  const replication = createReplication({
    nodes: nodes as Nodes,
    loop: { inTurn, wake: () => undefined },
    current: () => current,
    onTaken: (manifest) => {
      taken.push(manifest.id)
      current = manifest
    },
    rerender: () => Promise.resolve(),
    lead: () => Promise.resolve(),
    follow: () => undefined,
  })
  const publish = (id: string) =>
    inTurn(async () => {
      const manifest = { id } as Manifest
      await replication.share(manifest)
      current = manifest
      replication.recorded()
    })
  /** One whose records can't be written. */
  const publishInVain = (id: string) => inTurn(() => replication.share({ id } as Manifest))
  const look = async () => {
    const all = last()
    if (all) await replication.work.serve(all)
  }
  return { replication, served, taken, state, publish, publishInVain, look, current: () => current }
}

test('a release is served again once its files are finished, though never in place of a later one', async () => {
  const { replication, served, publish, current } = newLeader()
  await publish('r2')
  await replication.finish(current())
  expect(served).toEqual(['r2', 'r2'])
  const finished = current()
  // The next publish has begun when the files are done.
  await Promise.all([publish('r3'), replication.finish(finished)])
  expect(served).toEqual(['r2', 'r2', 'r3'])
})

test('a served but unrecorded release is left to the next run, or to the node that leads then', async () => {
  const { taken, state, publish, publishInVain, look } = newLeader()
  await publishInVain('r2')
  await look()
  expect(taken).toEqual([])
  // The next run.
  await publish('r2')
  await look()
  expect(taken).toEqual([])
  await publishInVain('r3')
  state.hasLease = false
  await look()
  expect(taken).toEqual(['r3'])
})
