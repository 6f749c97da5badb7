import type { Page } from '@playwright/test'

/** Opens the calculator, alive, under reduced motion: the total stands at once. */
export async function openCalculator(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/#roi')
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const result = (name: string) => page.locator('#roi dl > div', { hasText: name }).getByRole('definition')
  const total = page.locator('#roi h3 + p')
  // It comes to life once it is touched. Typing before would test the browser's text field alone.
  await page.locator('[data-island=roi]').getByRole('textbox').first().focus()
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('[data-island=roi]') ?? {}).some((key) => key.startsWith('__react')),
  )
  return { field, result, total }
}
