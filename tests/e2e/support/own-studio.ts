import type { Locator, Page } from '@playwright/test'
import { newSiteFolder, removeSiteFolder, startOwnSite } from '../../support/own-site.ts'
import { studioIsBuilt, test as studioTest } from './studio.ts'

/** The Studio on a server of its own: what such tests do to its site, no other test is to see. */
export const test = studioTest.extend<{ baseURL: string }, { ownUrl: string }>({
  ownUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, provide, { project }) => {
      // Two servers would build it at once.
      await studioIsBuilt(project.use.baseURL ?? '')
      const folder = newSiteFolder()
      const site = await startOwnSite(folder)
      await studioIsBuilt(site.url)
      await provide(site.url)
      await site.kill('SIGTERM')
      removeSiteFolder(folder)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ ownUrl }, provide) => provide(ownUrl),
})

/** What the form says of the last publish. */
export function receiptOf(page: Page): Locator {
  return page.getByRole('status', { name: 'Publish receipt' })
}
