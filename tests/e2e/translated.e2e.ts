import { expect, test, type Page } from '@playwright/test'
import { translate } from './support/translate.ts'

// React says on the console that it draws anew what has other words than its own.

/** Opens the calculator, translated, whose code waits for `release`. */
async function openTranslated(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/#roi', { waitUntil: 'networkidle' })
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/near-')),
  )
  await translate(page.locator('body'))
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  const hours = page.getByRole('textbox', { name: 'Hours saved per run', exact: true })
  const anew = await hours.elementHandle()
  const expectAnew = () =>
    expect.poll(() => anew?.evaluate((field) => field.isConnected), 'React draws it anew').toBe(false)
  return { hours, release, expectAnew }
}

test('what was pressed in a translated calculator before it came to life counts', async ({ page }) => {
  const { hours, release, expectAnew } = await openTranslated(page)
  const more = page.getByRole('button', { name: 'Increase hours saved per run' })
  await more.click()
  await more.click()
  await page.getByRole('textbox', { name: 'Team size', exact: true }).press('ArrowUp')
  release()
  await expectAnew()
  await expect(hours).toHaveValue('3')
  await expect(page.getByRole('textbox', { name: 'Team size', exact: true })).toHaveValue('11')
})

test('what was typed into a translated calculator before it came to life counts, and goes on', async ({
  page,
}) => {
  const { hours, release, expectAnew } = await openTranslated(page)
  await hours.press('ControlOrMeta+a')
  await hours.press('7')
  release()
  await expectAnew()
  await expect(hours).toBeFocused()
  await page.keyboard.type('5')
  await expect(hours).toHaveValue('75')
  await expect(page.locator('#roi h3 + p')).toHaveText('$18,000,000')
})
