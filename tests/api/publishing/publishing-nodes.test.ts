import { expect, test, vi } from 'vitest'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import type { Nodes } from '../../../api/publishing/nodes.ts'
import { startPublishing } from '../support/publishing.ts'

/** Stands where the other nodes do: this node leads at once, or another one does for ever. */
function newNodes({ leads, told }: { leads: boolean; told?: string }) {
  const served: string[] = []
  const state = { isLeading: false }
  const nodes: Nodes = {
    isLeader: () => state.isLeading,
    hasLease: () => leads,
    read: () => Promise.resolve({ served: undefined, pinned: undefined, failure: told, newestHook: 0 }),
    build: () => Promise.resolve('b'),
    failure: () => told,
    sayFailure: () => undefined,
    serve: ({ id }) => Promise.resolve(void served.push(id)),
    fetch: () => Promise.resolve(),
    take: () => Promise.reject(new Error('Nothing is to be taken.')),
    turnTo: () => Promise.reject(new Error('Nothing is to be gone back to.')),
    prune: () => Promise.resolve(),
    notify: () => undefined,
    start: async (work) => {
      if (!leads) return
      await work.lead()
      state.isLeading = true
      work.wake()
    },
    stop: () => Promise.resolve(),
  }
  return { nodes, served, state }
}

const fail = () => Promise.reject(new OperationalError('Built it is not.'))
const failure = (message: string): string => JSON.stringify({ message, faults: [] })

test.each([
  ['no node draws releases', undefined, 'Built it is not.'],
  ['another node fails at something else', 'The disk there is full.', 'The disk there is full.'],
])('what the build here fails at is told where %s', async (_, told, said) => {
  const { nodes } = newNodes({ leads: false, ...(told !== undefined && { told: failure(told) }) })
  const { url, publishes, service } = await startPublishing({ nodes, build: fail, isSweptAtStart: false })
  await vi.waitFor(async () => expect((await publishes()).failure).toBe(said), 10_000)
  const ready = await (await fetch(`${url}/api/ready`)).json()
  expect(ready).toMatchObject({ status: 'degraded', dependencies: { site: 'failing' } })
  expect(new Set(service.faults())).toEqual(new Set(['Built it is not.', said]))
})
