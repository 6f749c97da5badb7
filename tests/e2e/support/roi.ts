import type { Page } from '@playwright/test'

/** Opens the interactive calculator under reduced motion, where the total changes at once. */
export async function openCalculator(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/#roi')
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const result = (name: string) => page.locator('#roi dl > div', { hasText: name }).getByRole('definition')
  const total = page.locator('#roi h3 + p')
  // It loads when it is touched. Typing before that would test only the browser's text field.
  await page.locator('[data-island=roi]').getByRole('textbox').first().focus()
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('[data-island=roi]') ?? {}).some((key) => key.startsWith('__react')),
  )
  return { field, result, total }
}
