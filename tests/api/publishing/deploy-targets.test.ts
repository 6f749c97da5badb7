import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Delivered, Target, TargetRelease } from '../../../api/publishing/targets/target.ts'
import { createLog } from '../../../api/log.ts'
import { createElsewhere } from '../../../api/publishing/deploy-targets.ts'
import type { Manifest } from '../../../api/publishing/site.ts'
import { openPublishes } from '../../../api/store/publishes.ts'

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

/** A target that takes what comes and answers with `results`, then with success. */
function open(...results: Delivered[]) {
  const taken: TargetRelease[] = []
  const target: Target = {
    name: 'bucket',
    deliver: (release) => {
      taken.push(release)
      return Promise.resolve(results.shift() ?? { ok: true })
    },
  }
  const store = openPublishes(mkdtempSync(path.join(tmpdir(), 'publishes-')), () => undefined)
  const { releases } = store
  const elsewhere = createElsewhere({ targets: [target], dist: '/dist', store, log: createLog('silent') })
  function record(id: string): void {
    releases.put({ id, at: '', cause: 'publish', by: ['Ada'], documents: [], drawn: 1, tookMs: 40 })
  }
  return { elsewhere, record, releases, taken }
}

test('a release is brought with its folder and the pages that differ, and its record says so', async () => {
  const { elsewhere, record, releases, taken } = open()
  record('r2')
  elsewhere.bring(manifest('r2', { '/': 'b', '/about': 'a' }), manifest('r1', { '/': 'a', '/about': 'a' }))
  await vi.waitFor(() => expect(elsewhere.statesSince('r2')).toMatchObject([{ state: 'delivered' }]))
  expect(taken).toMatchObject([{ folder: '/dist/releases/r2', changed: ['/'], isNewest: true }])
  expect(releases.list()).toMatchObject([
    { id: 'r2', by: ['Ada'], elsewhere: [{ target: 'bucket', state: 'delivered', sentence: null }] },
  ])
})

test('what failed says why, until a later release that holds it all is there', async () => {
  const sentence = 'The bucket refused the release.'
  const { elsewhere, record } = open({ ok: false, permanent: true, sentence })
  record('r1')
  elsewhere.bring(manifest('r1', {}), undefined)
  await vi.waitFor(() => expect(elsewhere.statesSince('r1')).toMatchObject([{ state: 'failed', sentence }]))
  record('r2')
  elsewhere.bring(manifest('r2', {}), undefined)
  await vi.waitFor(() => expect(elsewhere.statesSince('r1')).toMatchObject([{ state: 'delivered' }]))
})

test('a release that is given again, once its pictures are drawn, keeps the time of the first', async () => {
  const { elsewhere, record, releases, taken } = open()
  record('r1')
  elsewhere.bring(manifest('r1', {}), undefined)
  await vi.waitFor(() => expect(elsewhere.statesSince('r1')).toMatchObject([{ state: 'delivered' }]))
  const [first] = releases.list()
  await new Promise((resolve) => setTimeout(resolve, 20))
  elsewhere.bring(manifest('r1', {}), undefined)
  await vi.waitFor(() => expect(taken).toHaveLength(2))
  await elsewhere.stop()
  expect(releases.list()).toEqual([first])
})

test('an earlier release says nothing of a later one, and is known to be old', async () => {
  const { elsewhere, record, taken } = open()
  record('r1')
  record('r2')
  elsewhere.bring(manifest('r1', {}), undefined)
  await vi.waitFor(() => expect(elsewhere.statesSince('r1')).toMatchObject([{ state: 'delivered' }]))
  expect(taken).toMatchObject([{ isNewest: false }])
  expect(elsewhere.statesSince('r2')).toMatchObject([{ target: 'bucket', state: 'pending' }])
})

test('a record that can’t be written ends nothing, and the next release is brought all the same', async () => {
  const { elsewhere, record, releases, taken } = open()
  record('r1')
  const put = vi.spyOn(releases, 'put').mockImplementation(() => {
    throw new Error('database or disk is full')
  })
  elsewhere.bring(manifest('r1', {}), undefined)
  await vi.waitFor(() => expect(put).toHaveBeenCalled())
  put.mockRestore()
  record('r2')
  elsewhere.bring(manifest('r2', {}), undefined)
  await vi.waitFor(() => expect(elsewhere.statesSince('r2')).toMatchObject([{ state: 'delivered' }]))
  expect(taken).toHaveLength(2)
})
