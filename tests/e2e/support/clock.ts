import type { Page } from '@playwright/test'

/**
 * Stops the time of a loaded page, a minute after its clock was installed. Not earlier: what a page attaches after its
 * first frame would never come.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
  await page.clock.pauseAt(60_000)
}
