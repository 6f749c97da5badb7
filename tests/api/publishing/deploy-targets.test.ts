import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { AttemptFailed } from '../../../api/delivery/attempt.ts'
import { createLog } from '../../../api/log.ts'
import { createMetrics } from '../../../api/metrics.ts'
import { createDeployTargets } from '../../../api/publishing/deploy-targets.ts'
import type { Manifest } from '../../../api/publishing/renderer.ts'
import type { Target, TargetRelease } from '../../../api/publishing/targets/target.ts'
import { publishStore } from '../../../api/store/publishing/publish-store.ts'
import { eventually } from '../../support/eventually.ts'
import { newPublishDatabase } from '../support/stores.ts'

function manifest(id: string, stamps: Record<string, string>): Manifest {
  const pages = Object.entries(stamps).map(([page, stamp]) => [page, { stamp, documents: [], reads: [] }])
  return {
    id,
    at: '2026-01-01T00:00:00Z',
    build: 'b',
    snapshot: 's',
    documents: {},
    pages: Object.fromEntries(pages) as Manifest['pages'],
    redirects: {},
    held: [],
  }
}

/** A target that takes what comes and fails as `failures` say, then succeeds. */
function open(...failures: AttemptFailed[]) {
  const taken: TargetRelease[] = []
  const target: Target = {
    name: 'bucket',
    deliver: (release) => {
      taken.push(release)
      const failure = failures.shift()
      return failure ? Promise.reject(failure) : Promise.resolve()
    },
  }
  const store = publishStore(newPublishDatabase(mkdtempSync(path.join(tmpdir(), 'publishes-'))))
  const { releases } = store
  const metrics = createMetrics()
  const deployTargets = createDeployTargets({
    targets: [target],
    dist: '/dist',
    store,
    mayDeliver: () => true,
    log: createLog('silent'),
    metrics,
  })
  async function record(id: string): Promise<void> {
    await releases.put({ id, at: '', cause: 'publish', by: ['Ada'], documents: [], tookMs: 40 })
  }
  return { deployTargets, record, releases, taken, metrics }
}

test('a release is delivered with its folder and changed pages, and its record says so', async () => {
  const { deployTargets, record, releases, taken } = open()
  await record('r2')
  deployTargets.deploy(
    manifest('r2', { '/': 'b', '/about': 'a' }),
    manifest('r1', { '/': 'a', '/about': 'a' }),
  )
  await eventually(async () =>
    expect(await deployTargets.statesSince('r2')).toMatchObject([{ state: 'delivered' }]),
  )
  expect(taken).toMatchObject([{ folder: '/dist/releases/r2', changed: ['/'], isNewest: true }])
  expect(await releases.list()).toMatchObject([
    { id: 'r2', by: ['Ada'], deployTargets: [{ target: 'bucket', state: 'delivered', message: null }] },
  ])
})

test('a failed delivery says why until a later release is there', async () => {
  const message = 'The bucket refused the release.'
  const { deployTargets, record, metrics } = open(new AttemptFailed(message, { isPermanent: true }))
  await record('r1')
  deployTargets.deploy(manifest('r1', {}), undefined)
  await eventually(async () =>
    expect(await deployTargets.statesSince('r1')).toMatchObject([{ state: 'failed', message }]),
  )
  const failed = 'site_deploy_target_deliveries_total{target="bucket",result="dead"} 1\n'
  expect(await metrics.text()).toContain(failed)
  expect(await metrics.text()).toMatch(/^site_deploy_target_lag_seconds\{target="bucket"\} (?!0\n)/mu)
  await record('r2')
  deployTargets.deploy(manifest('r2', {}), undefined)
  await eventually(async () =>
    expect(await deployTargets.statesSince('r1')).toMatchObject([{ state: 'delivered' }]),
  )
  expect(await metrics.text()).toContain('site_deploy_target_lag_seconds{target="bucket"} 0\n')
})

test('a release delivered again with its pictures keeps its first time', async () => {
  const { deployTargets, record, releases, taken } = open()
  await record('r1')
  deployTargets.deploy(manifest('r1', {}), undefined)
  await eventually(async () =>
    expect(await deployTargets.statesSince('r1')).toMatchObject([{ state: 'delivered' }]),
  )
  const [first] = await releases.list()
  await new Promise((resolve) => setTimeout(resolve, 20))
  deployTargets.deploy(manifest('r1', {}), undefined)
  await eventually(() => expect(taken).toHaveLength(2))
  await deployTargets.stop()
  expect(await releases.list()).toEqual([first])
})

test('an earlier release says nothing of a later one, and is known to be old', async () => {
  const { deployTargets, record, taken } = open()
  await record('r1')
  await record('r2')
  deployTargets.deploy(manifest('r1', {}), undefined)
  await eventually(async () =>
    expect(await deployTargets.statesSince('r1')).toMatchObject([{ state: 'delivered' }]),
  )
  expect(taken).toMatchObject([{ isNewest: false }])
  expect(await deployTargets.statesSince('r2')).toMatchObject([{ target: 'bucket', state: 'pending' }])
})

test('a record that can’t be written stops nothing, and the next release is delivered', async () => {
  const { deployTargets, record, releases, taken } = open()
  await record('r1')
  const put = vi.spyOn(releases, 'change').mockRejectedValue(new Error('database or disk is full'))
  deployTargets.deploy(manifest('r1', {}), undefined)
  await eventually(() => expect(put).toHaveBeenCalled())
  put.mockRestore()
  await record('r2')
  deployTargets.deploy(manifest('r2', {}), undefined)
  await eventually(async () =>
    expect(await deployTargets.statesSince('r2')).toMatchObject([{ state: 'delivered' }]),
  )
  expect(taken).toHaveLength(2)
})

test('a node that no longer delivers reports no failed delivery', async () => {
  const message = 'The bucket refused the release.'
  const { deployTargets, record, metrics } = open(new AttemptFailed(message, { isPermanent: true }))
  await record('r1')
  deployTargets.deploy(manifest('r1', {}), undefined)
  await eventually(() => expect(deployTargets.faults()).toEqual([message]))
  deployTargets.halt()
  expect(deployTargets.faults()).toEqual([])
  expect(await metrics.text()).toContain('site_deploy_target_lag_seconds{target="bucket"} 0\n')
})
