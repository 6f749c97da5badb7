import { expect, type Page } from '@playwright/test'

/** Opens the page at its slides, and waits until they are interactive. */
export async function open(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/platform')
  await page.getByRole('list', { name: 'How it works' }).evaluate((list) => list.scrollIntoView())
  // The list loses its tab stop when the slides become interactive.
  await expect(page.getByRole('list', { name: 'How it works' })).not.toHaveAttribute('tabindex')
}
