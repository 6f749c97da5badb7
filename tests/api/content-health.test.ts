import { mkdtempSync, readdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createContentHealth } from '../../api/content-health.ts'
import { healthRoutes } from '../../api/http/health.ts'
import { canMount, mountSmallDisk } from '../faults/support/small-disk.ts'

/** What `/ready` answers for a folder of content, asked anew each time. */
function readinessOf(dataDir: string) {
  const routes = healthRoutes({
    isReady: () => true,
    parts: [undefined, createContentHealth(dataDir, { keptMs: 0 })],
    mayRead: () => true,
  })
  return async () => {
    const response = await routes.request('/ready')
    return [response.status, await response.json()]
  }
}

const ok = [200, { status: 'ok', dependencies: { content: 'ok' } }]
const degraded = (fault: string) => [
  200,
  { status: 'degraded', dependencies: { content: 'failing' }, faults: [fault] },
]

test.skipIf(!canMount)('a full disk of the content is said of a server that still serves well', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'content-health-'))
  const disk = mountSmallDisk(dataDir, 1)
  onTestFinished(() => disk.remove())
  const ready = readinessOf(dataDir)
  expect(await ready()).toEqual(ok)
  expect(readdirSync(dataDir)).toEqual([])
  disk.fill()
  expect(await ready()).toEqual(
    degraded('No content can be edited: the disk of DATA_DIR is full: free some space.'),
  )
  disk.free()
  expect(await ready()).toEqual(ok)
})

test('content in a folder that takes no files can’t be edited', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'content-health-'))
  const ready = readinessOf(dataDir)
  renameSync(dataDir, `${dataDir}-away`)
  expect(await ready()).toEqual(
    degraded('No content can be edited: the disk of DATA_DIR takes no files (ENOENT).'),
  )
  renameSync(`${dataDir}-away`, dataDir)
  expect(await ready()).toEqual(ok)
})
