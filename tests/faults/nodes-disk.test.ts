import { cpSync, renameSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { postgresFolder, startPostgres } from '../api/support/postgres.ts'
import { clientOf } from '../support/lake.ts'
import { removeSiteFolder } from '../support/own-site.ts'
import { startNode, startSharedLake, statusOf, titleAt, type Node } from './support/nodes.ts'
import { canMount, mountSmallDisk, type SmallDisk } from './support/small-disk.ts'

vi.setConfig({ testTimeout: 240_000 })

const PATIENCE = { timeout: 90_000, interval: 100 }

/** A server whose built site has a disk of its own. */
async function startOnSmallDisk(settings: Parameters<typeof startNode>[0]): Promise<[Node, SmallDisk]> {
  let disk: SmallDisk | undefined
  const node = await startNode(settings, (folder) => {
    const dist = path.join(folder, 'dist')
    renameSync(dist, `${dist}-built`)
    disk = mountSmallDisk(dist, 96)
    cpSync(`${dist}-built`, dist, { recursive: true, verbatimSymlinks: true })
    onTestFinished(() => {
      disk?.remove()
      removeSiteFolder(folder)
    })
  })
  if (!disk) throw new Error('There is no disk.')
  return [node, disk]
}

test.skipIf(!canMount || postgresFolder === undefined)(
  'a node whose disk is full leaves publishing to another, and catches up once it has room',
  async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const lake = await startSharedLake()
    onTestFinished(() => lake.close())
    const settings = { LAKE_URL: lake.url, DATABASE_URL: await postgres.newDatabase() }
    const [full, disk] = await startOnSmallDisk(settings)
    onTestFinished(() => full.kill('SIGKILL'))
    await vi.waitFor(() => expect(full.output()).toContain('This node publishes the releases.'), PATIENCE)
    const other = await startNode(settings)
    onTestFinished(async () => {
      await other.kill('SIGKILL')
      removeSiteFolder(other.folder)
    })

    disk.fill()
    lake.tell(full.url)
    await clientOf(lake.url).patch('settings').set({ 'brand.descriptor': 'Beside a full disk' }).commit()
    await vi.waitFor(async () => expect(await titleAt(other.url)).toContain('Beside a full disk'), PATIENCE)
    expect(full.output()).toContain('Publishing fails here, and is left to another node for a while.')
    // It still answers, with what it had.
    expect(await statusOf(full.url)).toBe(200)

    disk.free()
    await vi.waitFor(async () => expect(await titleAt(full.url)).toContain('Beside a full disk'), PATIENCE)
  },
)
