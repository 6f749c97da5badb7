import type { Page } from '@playwright/test'

/**
 * Stops the time of a page that has loaded, a minute after its clock was installed. What a page attaches behind its
 * first frame never comes where time stands still before that.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
  await page.clock.pauseAt(60_000)
}
