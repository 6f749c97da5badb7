import type { Page } from '@playwright/test'

/**
 * Resolves once the code of what comes near is there, and has had the time to begin: what it would fetch to move by
 * comes from the same machine. Asked for before the page is opened; a page whose time stands still lists no resources.
 */
export async function codeOfNear(page: Page): Promise<void> {
  const response = await page.waitForResponse(/\/assets\/near-/u)
  await response.finished()
  await page.waitForTimeout(300)
}
