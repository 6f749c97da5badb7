import { expect, test } from 'vitest'
import type { Nodes } from '../../../api/publishing/nodes.ts'
import { createReplication } from '../../../api/publishing/replication.ts'
import type { Manifest } from '../../../api/publishing/site.ts'

/** Releases that this node drew, one after the other, and what it had all nodes serve. */
function newLeader() {
  const served: string[] = []
  let current = { id: 'r1' } as Manifest
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }
  const nodes: Partial<Nodes> = {
    read: () =>
      Promise.resolve({ served: undefined, pinned: undefined, failure: undefined, pendingHooks: [] }),
    serve: ({ id }) => Promise.resolve(void served.push(id)),
    prune: () => Promise.resolve(),
  }
  const replication = createReplication({
    nodes: nodes as Nodes,
    loop: { inTurn, wake: () => undefined },
    current: () => current,
    onTaken: () => undefined,
    redraw: () => Promise.resolve(),
    lead: () => Promise.resolve(),
    follow: () => undefined,
  })
  const publish = (id: string) =>
    inTurn(async () => {
      const manifest = { id } as Manifest
      await replication.serve(manifest)
      current = manifest
    })
  return { replication, served, publish, current: () => current }
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
