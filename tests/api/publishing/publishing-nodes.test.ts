import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { RunFailure } from '../../../api/contract/content-error.ts'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import type { Nodes } from '../../../api/publishing/nodes.ts'
import type { Target } from '../../../api/publishing/targets/target.ts'
import { createFakeSite } from '../support/fake-site.ts'
import { edit, hookOf, newFolder, startPublishing } from '../support/publishing.ts'

/** Stands where the other nodes do: this node leads at once, or another one does for ever. */
function newNodes({ leads, told, behind }: { leads: boolean; told?: RunFailure; behind?: RunFailure }) {
  const served: string[] = []
  const state = { isLeading: false, isFollowing: false }
  const nodes: Nodes = {
    isLeader: () => state.isLeading,
    isFollower: () => state.isFollowing,
    hasLease: () => leads,
    read: () =>
      Promise.resolve({
        served: undefined,
        pinned: undefined,
        failure: told,
        publisher: undefined,
        pendingHooks: [],
      }),
    build: () => Promise.resolve('b'),
    failure: () => told,
    sayFailure: () => undefined,
    unserved: () => behind,
    share: ({ id }) => Promise.resolve(void served.push(id)),
    fetch: () => Promise.resolve(),
    take: () => Promise.reject(new Error('Nothing is to be taken.')),
    switchTo: () => Promise.reject(new Error('Nothing is to be gone back to.')),
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
const failure = (message: string): RunFailure => ({ message, faults: [] })

test.each([
  ['no node publishes releases', undefined, 'Built it is not.'],
  ['another node fails at something else', 'The disk there is full.', 'The disk there is full.'],
])('what the build here fails at is told where %s', async (_, told, said) => {
  const { nodes } = newNodes({ leads: false, ...(told !== undefined && { told: failure(told) }) })
  const { url, publishes, service } = await startPublishing({ nodes, build: fail, isSweptAtStart: false })
  await vi.waitFor(async () => expect((await publishes()).failure).toBe(said), 10_000)
  const ready = await (await fetch(`${url}/api/ready`)).json()
  expect(ready).toMatchObject({ status: 'degraded', dependencies: { site: 'failing' } })
  expect(new Set(service.faults())).toEqual(new Set(['Built it is not.', said]))
})

test('a node that alone can’t serve what was published says so', async () => {
  const { nodes } = newNodes({ leads: false, behind: failure('Its disk is full.') })
  const { url, service } = await startPublishing({ nodes, isSweptAtStart: false })
  const ready = await fetch(`${url}/api/ready`)
  expect([ready.status, await ready.json()]).toMatchObject([
    200,
    { status: 'degraded', dependencies: { site: 'failing' } },
  ])
  expect(service.faults()).toEqual(['Its disk is full.'])
})

test('a build that succeeds late is recorded, delivered and served by all', async () => {
  const { nodes, served, state } = newNodes({ leads: true })
  const site = createFakeSite(newFolder())
  const old = site.current()
  const late = { ...old, id: `${old.id}-late`, build: 'late' }
  const deployed: string[] = []
  const deliver: Target['deliver'] = ({ manifest: { id } }) => Promise.resolve(void deployed.push(id))
  const build = async (): Promise<void> => {
    if (!state.isLeading) throw new OperationalError('Built it is not.')
    site.kept.set(late.id, late)
    await site.renderer.switchRelease(site.dist, late.id)
  }
  const targets = [{ name: 'elsewhere', deliver }]
  const { releases } = await startPublishing({ nodes, site, build, targets, isSweptAtStart: false })
  await vi.waitFor(async () => {
    const { releases: list, current } = await releases()
    expect([current, list.map(({ id, cause }) => [id, cause])]).toEqual([
      late.id,
      [
        [late.id, 'build'],
        [old.id, 'build'],
      ],
    ])
    expect(deployed.at(-1)).toBe(late.id)
    expect(served.at(-1)).toBe(late.id)
  }, 10_000)
})

test('a start ends once the node serves the common release', async () => {
  const { nodes } = newNodes({ leads: false })
  let isTaken = false
  const start = async (): Promise<void> => {
    await pause(100)
    isTaken = true
  }
  await startPublishing({ nodes: { ...nodes, start }, isSweptAtStart: false })
  expect(isTaken).toBe(true)
})

test('a failed publish is reported until it succeeds or another node publishes', async () => {
  const { nodes, state } = newNodes({ leads: true })
  const { site, call, publishes, metrics, service } = await startPublishing({ nodes })
  await vi.waitFor(() => expect(state.isLeading).toBe(true))
  const attempts = async () => Number(/^site_publish_failures_total (\d+)$/mu.exec(await metrics.text())?.[1])
  site.state.failure = 'The database takes no changes.'
  await call(await edit(site, 'about', 'r1'))
  await vi.waitFor(async () => expect(await attempts()).toBeGreaterThan(0), 10_000)
  state.isLeading = false
  const before = await attempts()
  await call(await hookOf('about', 'r1'))
  await vi.waitFor(async () => expect(await attempts()).toBeGreaterThan(before), 10_000)
  expect(service.faults()).toEqual(['The database takes no changes.'])
  expect(await publishes()).toMatchObject({ failure: 'The database takes no changes.', waiting: ['about'] })
  state.isFollowing = true
  await call(await hookOf('about', 'r1'))
  await vi.waitFor(() => expect(service.faults()).toEqual([]), 10_000)
})
