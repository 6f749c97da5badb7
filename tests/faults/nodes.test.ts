import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ReleaseList } from '../../api/contract/publishing.ts'
import { postgresFolder, startPostgres } from '../api/support/postgres.ts'
import type { Postgres } from '../api/support/postgres.ts'
import { clientOf } from '../studio/lake/fixture.ts'
import { removeSiteFolder } from '../support/own-site.ts'
import type { OwnSite } from '../support/own-site.ts'
import { newNodeFolder, startNode, startSharedLake } from './support/nodes.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

describe.skipIf(postgresFolder === undefined)('three nodes on one PostgreSQL (needs Postgres)', () => {
  let postgres: Postgres
  let lake: Awaited<ReturnType<typeof startSharedLake>>
  let database: string
  const folders: string[] = []
  const nodes: OwnSite[] = []

  beforeAll(async () => {
    postgres = await startPostgres()
    database = await postgres.newDatabase()
    lake = await startSharedLake()
    for (let count = 0; count < 3; count += 1) {
      const folder = await newNodeFolder()
      folders.push(folder)
      nodes.push(await startNode(folder, { lake: lake.url, database }))
    }
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.kill('SIGKILL')))
    await lake.close()
    await postgres.stop()
    for (const folder of folders) removeSiteFolder(folder)
  })

  async function publish(word: string, hook: OwnSite): Promise<void> {
    lake.tell(hook.url)
    await clientOf(lake.url).patch('settings').set({ 'brand.descriptor': word }).commit()
  }

  async function allServe(word: string): Promise<void> {
    for (const { url } of nodes)
      await vi.waitFor(async () => expect(await (await fetch(url)).text()).toContain(word), 20_000)
  }

  function drawn(): number {
    return nodes
      .map(({ output }) => output().split('The site was published.').length - 1)
      .reduce((a, b) => a + b)
  }

  test('a publish that any node hears of is drawn by one and served by all', async () => {
    for (const [round, node] of nodes.entries()) {
      const before = drawn()
      const start = performance.now()
      await publish(`Engine ${round}`, node)
      await allServe(`Engine ${round}`)
      console.info(`all nodes served it after ${Math.round(performance.now() - start)} ms`)
      expect(drawn() - before).toBe(1)
    }
    const lists = await Promise.all(
      nodes.map(async ({ url }) => (await (await fetch(`${url}/api/releases`)).json()) as ReleaseList),
    )
    expect(lists[1]).toEqual(lists[0])
    expect(lists[2]).toEqual(lists[0])
  })
})
