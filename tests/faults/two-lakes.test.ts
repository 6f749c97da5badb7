import { cpSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { postgresFolder, startPostgres, type Postgres } from '../api/support/postgres.ts'
import { newBuiltSite, SITE_PROCESS } from '../support/built-site.ts'
import { clientOf } from '../support/lake.ts'
import { newSiteFolder, removeSiteFolder, startOwnSite, type OwnSite } from '../support/own-site.ts'

// A site is built, on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const PATIENCE = { timeout: 60_000, interval: 100 }

const about = async ({ url }: OwnSite) => (await fetch(`${url}/about`)).text()
const write = ({ url }: OwnSite, title: string) => clientOf(url).patch('about').set({ title }).commit()

describe.skipIf(postgresFolder === undefined)(
  'two servers with content of their own (needs Postgres)',
  () => {
    let postgres: Postgres
    let database: string
    beforeAll(async () => {
      postgres = await startPostgres()
      database = await postgres.newDatabase()
    })
    afterAll(() => postgres.stop())

    /** @param built the folder of another server, whose build this one takes over */
    async function start(folder: string, built?: string): Promise<OwnSite> {
      if (built !== undefined)
        cpSync(path.join(built, 'dist'), path.join(folder, 'dist'), {
          recursive: true,
          verbatimSymlinks: true,
        })
      const env = { DATABASE_URL: database }
      const site = await startOwnSite(folder, SITE_PROCESS, env)
      onTestFinished(async () => {
        await site.kill()
        removeSiteFolder(folder)
      })
      return site
    }

    test('on one database the second never renders the site, says so, and serves what the first renders', async () => {
      const folders = [await newBuiltSite(), newSiteFolder()] as const
      const first = await start(folders[0])
      const second = await start(folders[1], folders[0])
      const ready = async () => (await fetch(`${second.url}/api/ready`)).text()
      await vi.waitFor(async () => expect(await ready()).toContain('LAKE_URL'), PATIENCE)

      await write(second, 'Of the wrong one')
      await write(first, 'Of the right one')
      for (const site of [first, second])
        await vi.waitFor(async () => expect(await about(site)).toContain('Of the right one'), PATIENCE)
      expect(await about(first)).not.toContain('Of the wrong one')

      // While the right one restarts, the other leaves the site as it is.
      await first.kill('SIGTERM')
      await write(second, 'Of the wrong one, again')
      const lease = 8_000
      const end = Date.now() + lease
      while (Date.now() < end) {
        expect(await about(second)).toContain('Of the right one')
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    })
  },
)
