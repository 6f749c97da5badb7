import type { Locator, Page } from '@playwright/test'
import { newBuiltStudio } from '../../support/built-site.ts'
import { removeSiteFolder, startOwnSite, type OwnSite } from '../../support/own-site.ts'
import { test as studioTest } from './open-studio.ts'
import { studioIsBuilt } from './studio.ts'

interface OwnStudios {
  urlFor(testFile: string): Promise<string>
  end(): Promise<void>
}

/** The Studio on a server of its own, for test files that change the site in ways that others must not see. */
export const test = studioTest.extend<{ baseURL: string }, { ownStudios: OwnStudios }>({
  ownStudios: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, provide) => {
      const studios = ownStudios()
      await provide(studios)
      await studios.end()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  // A build is no part of a test's time.
  baseURL: [
    async ({ ownStudios: studios }, provide, { file }) => provide(await studios.urlFor(file)),
    { scope: 'test', timeout: 600_000 },
  ],
})

/** One server at a time, for the worker's current test file. */
function ownStudios(): OwnStudios {
  let current: { testFile: string; folder: string; site: OwnSite } | undefined

  async function end(): Promise<void> {
    await current?.site.kill('SIGTERM')
    if (current) removeSiteFolder(current.folder)
    current = undefined
  }

  return {
    end,
    urlFor: async (testFile) => {
      if (current?.testFile === testFile) return current.site.url
      await end()
      const folder = await newBuiltStudio()
      const site = await startOwnSite(folder)
      current = { testFile, folder, site }
      await studioIsBuilt(site.url)
      return site.url
    },
  }
}

/** What the form says of the last publish. */
export function receiptOf(page: Page): Locator {
  return page.getByRole('status', { name: 'Publish receipt' })
}
