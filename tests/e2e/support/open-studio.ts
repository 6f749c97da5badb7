import type { BrowserContext } from '@playwright/test'
import { leaveForms, test as studioTest } from './studio.ts'

interface OpenStudio {
  context: BrowserContext
  baseURL: string | undefined
}

/**
 * Playwright's test with a Studio that stays open from test to test, as an editor's does all day: loading it takes as
 * much CPU time as most tests. Each test gets it without forms, dialogs or routes of the one before. After a failed
 * test, the worker and its Studio are not used again.
 */
export const test = studioTest.extend<object, { openStudio: { current?: OpenStudio } }>({
  openStudio: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, provide) => {
      const studio: { current?: OpenStudio } = {}
      await provide(studio)
      await studio.current?.context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, baseURL, openStudio }, provide) => {
    let studio = openStudio.current
    if (!studio || studio.baseURL !== baseURL) {
      await studio?.context.close()
      studio = { context: await browser.newContext(), baseURL }
      openStudio.current = studio
    }
    await provide(studio.context)
    await studio.context.clearPermissions()
  },
  page: async ({ context }, provide, { errors }) => {
    const page = context.pages()[0] ?? (await context.newPage())
    await provide(page)
    if (errors.length > 0) return
    for (const other of context.pages()) if (other !== page) await other.close()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await leaveForms(page)
  },
})
