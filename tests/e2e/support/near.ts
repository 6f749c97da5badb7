import type { Page } from '@playwright/test'

/**
 * Resolves once the code of what comes near has arrived and had time to start. Call it before the page is opened. A page
 * whose time stands still lists no resources.
 */
export async function codeOfNear(page: Page): Promise<void> {
  const response = await page.waitForResponse(/\/assets\/near-/u)
  await response.finished()
  await page.waitForTimeout(300)
}
